use bcast::bcast;
use ndarray::{Array1, Array2};

fn averages(x: &Array2<f32>) -> Array1<f32> {
    bcast!(avg(x, axis = 1))
}

fn main() {}
