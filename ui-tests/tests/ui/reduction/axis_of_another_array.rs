use bcast::bcast;
use ndarray::{Array1, Array2};

fn shifted(x: &Array2<f32>, v: &Array1<f32>) -> Array2<f32> {
    bcast!(x + sum(v, axis = -2), where x: [N, M], v: [M])
}

fn main() {}
