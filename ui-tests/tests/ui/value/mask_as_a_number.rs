use bcast::bcast;
use ndarray::{Array1, Array2};

fn apply(x: &Array2<f32>, mask: &Array1<bool>) -> Array2<f32> {
    bcast!(x * mask)
}

fn main() {}
