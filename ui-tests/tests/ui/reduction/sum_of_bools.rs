use bcast::bcast;
use ndarray::{Array1, Array2};

fn above(x: &Array2<f32>) -> Array1<usize> {
    bcast!(sum(x > 0.0, axis = 1))
}

fn main() {}
