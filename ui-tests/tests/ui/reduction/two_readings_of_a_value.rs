use bcast::bcast;
use ndarray::{Array1, Array3};

fn largest(x: &Array3<f32>) -> Array1<f32> {
    bcast!(max(sum(x, axis = 0), axis = 1), where x: [A, B, C])
}

fn main() {}
