use bcast::bcast;
use ndarray::{Array1, Array2};

fn upper(x: &Array2<f32>) -> Array1<f32> {
    bcast!(quantile(x, 0.9, axis = 1))
}

fn main() {}
