use bcast::bcast;
use ndarray::{Array1, Array4};

fn scale(x: &Array4<f32>, gamma: &Array1<f32>) -> Array4<f32> {
    bcast!(x * gamma, mod = pdpd, axes_ = 1)
}

fn main() {}
