use bcast::bcast;
use ndarray::{Array1, Array2};

fn call(a: &Array2<f32>, b: &Array2<f32>) -> Array1<f32> {
    bcast!(sum(a * b, axis = K), mode = named, where a: [M, K], b: [K, N])
}

fn main() {}
