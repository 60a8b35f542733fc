use bcast::bcast;
use ndarray::{Array1, Array2, Axis};

fn sums(x: &Array2<f32>) -> Array1<f32> {
    bcast!(sum(x, axis = Axis(1)))
}

fn main() {}
