use bcast::bcast;
use ndarray::{Array2, Array3};

fn centered(x: &Array3<f32>, r: &Array2<f32>) -> Array3<f32> {
    bcast!(x - mean(r, axis = 1), where x: [B, N, M], r: [N, M])
}

fn main() {}
