use bcast::bcast;
use ndarray::Array2;

fn call(a: &Array2<f32>) -> Array2<f32> {
    bcast!(a * 2.0, mode = named, to = [M = 3, K], where a: [M, K])
}

fn main() {}
