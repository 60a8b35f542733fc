use bcast::bcast;
use ndarray::{Array1, Array2};

fn some(x: &Array2<f32>) -> Array1<bool> {
    bcast!(any(x, axis = 1))
}

fn main() {}
