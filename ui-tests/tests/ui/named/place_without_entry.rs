use bcast::bcast;
use ndarray::{Array1, Array2};

fn call(y: &mut Array1<f32>, a: &Array2<f32>) {
    bcast!(y = sum(a, axis = K), mode = named, where a: [M, K]);
}

fn main() {}
