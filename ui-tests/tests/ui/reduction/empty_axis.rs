use bcast::bcast;
use ndarray::{Array1, Array2};

fn largest(x: &Array2<f32>) -> Array1<f32> {
    bcast!(max(x, axis = 1), where x: [N, 0])
}

fn main() {}
