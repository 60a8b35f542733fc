use bcast::bcast;
use ndarray::{Array1, Array2};

fn means(x: &Array2<i32>) -> Array1<f64> {
    bcast!(mean(x, axis = 1))
}

fn main() {}
