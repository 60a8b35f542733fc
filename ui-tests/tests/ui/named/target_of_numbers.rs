use bcast::bcast;
use ndarray::Array2;

fn call(a: &Array2<f32>) -> Array2<f32> {
    bcast!(a, mode = named, to = [3, 4], where a: [M, K])
}

fn main() {}
