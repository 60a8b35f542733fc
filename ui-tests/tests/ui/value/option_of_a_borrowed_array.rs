use bcast::bcast;
use ndarray::{Array1, Array2};

fn linear(x: &Array2<f32>, bias: Option<&Array1<f32>>) -> Array2<f32> {
    bcast!(x + bias)
}

fn main() {}
