use bcast::bcast;
use ndarray::{Array2, ArrayView1};

fn normalize(x: &Array2<f32>, mean: ArrayView1<f32>) -> Array2<f32> {
    bcast!(x - mean, mode = pdpd, axis = 4)
}

fn main() {
    let _ = normalize(&Array2::zeros((2, 3)), ArrayView1::from(&[0.0; 3]));
}
