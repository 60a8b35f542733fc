use bcast::bcast;
use ndarray::{Array1, Array2};

fn counts(x: &Array2<i32>) -> Array1<usize> {
    bcast!(count(x, axis = 1))
}

fn main() {}
