use bcast::bcast;
use ndarray::{Array1, Array2};

fn call(a: &Array2<f32>) -> Array1<f32> {
    const K: usize = 3;
    bcast!(sum(a, axis = K), mode = named, where a: [M, K])
}

fn main() {}
