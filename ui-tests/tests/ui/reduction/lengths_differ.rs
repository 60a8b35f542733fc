use bcast::bcast;
use ndarray::{Array1, Array2};

fn means(x: &Array2<f32>, y: &Array2<f32>) -> Array1<f32> {
    bcast!(mean(x, axis = 0) - mean(y, axis = 0), where x: [5, N], y: [7, N])
}

fn main() {}
