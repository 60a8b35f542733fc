use bcast::bcast;
use ndarray::{Array1, Array2};

fn differences(x: &Array2<f32>) -> Array1<f32> {
    bcast!({ let t = x; sum(x - t, axis = 0) })
}

fn main() {}
