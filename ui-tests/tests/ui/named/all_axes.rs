use bcast::bcast;
use ndarray::Array2;

fn call(a: &Array2<f32>) -> f32 {
    bcast!(sum(a, axis = ..), mode = named, where a: [M, K])
}

fn main() {}
