use bcast::bcast;
use ndarray::{Array2, Axis};

fn shares(x: &Array2<f32>) -> Array2<f32> {
    bcast!(x / x.sum_axis(Axis(1)))
}

fn main() {}
