use bcast::bcast;
use ndarray::{Array1, Array2};

fn biased(x: &Array2<f32>, b: &Array1<f32>) -> Array1<f32> {
    bcast!(sum(x, axis = 1) + b, where x: [N, M], b: [M])
}

fn main() {}
