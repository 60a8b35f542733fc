use bcast::bcast;
use ndarray::Array2;

fn call(a: &Array2<f32>) -> Array2<f32> {
    bcast!(a, mode = named, to = [M, M], where a: [M, K])
}

fn main() {}
