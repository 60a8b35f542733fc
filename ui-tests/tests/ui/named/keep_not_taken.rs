use bcast::bcast;
use ndarray::Array2;

fn call(a: &Array2<f32>) -> Array2<f32> {
    bcast!(sum(a, axis = K), mode = named, keep, where a: [M, K])
}

fn main() {}
