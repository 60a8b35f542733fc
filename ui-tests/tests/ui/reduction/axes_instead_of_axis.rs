use bcast::bcast;
use ndarray::{Array1, Array3};

fn means(x: &Array3<f32>) -> Array1<f32> {
    bcast!(mean(x, axes = [0, 2]))
}

fn main() {}
