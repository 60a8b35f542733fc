use bcast::bcast;
use ndarray::{Array1, Array2};

fn middle(x: &Array2<f32>) -> Array1<f32> {
    bcast!(median(x, axis = 0))
}

fn main() {}
