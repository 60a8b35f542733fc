use bcast::bcast;
use ndarray::{Array1, Array2};

fn floor(length: usize) -> Array1<f32> {
    Array1::from_elem(length, 0.1)
}

fn clipped(x: &Array2<f32>) -> Array2<f32> {
    bcast!(x.max(floor(3)))
}

fn main() {}
