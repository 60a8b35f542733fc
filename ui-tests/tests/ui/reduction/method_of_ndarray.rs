use bcast::bcast;
use ndarray::{Array2, Axis};

fn centered(x: &Array2<f32>) -> Array2<f32> {
    bcast!(x - x.mean_axis(Axis(1)).unwrap())
}

fn main() {}
