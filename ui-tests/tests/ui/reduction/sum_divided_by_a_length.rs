use bcast::bcast;
use ndarray::{Array1, Array2};

fn means(x: &Array2<f32>) -> Array1<f32> {
    bcast!(sum(x, axis = 1) / len(axis = 1))
}

fn main() {}
