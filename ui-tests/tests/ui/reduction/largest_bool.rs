use bcast::bcast;
use ndarray::{Array1, Array2};

fn some(x: &Array2<bool>) -> Array1<bool> {
    bcast!(max(x, axis = 1))
}

fn main() {}
