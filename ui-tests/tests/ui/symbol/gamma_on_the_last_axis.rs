use bcast::bcast;
use ndarray::{Array1, Array4};

fn main() {
    let _ = scale(&Array4::zeros((2, 3, 4, 4)), &Array1::zeros(3));
}

fn scale(x: &Array4<f32>, gamma: &Array1<f32>) -> Array4<f32> {
    bcast!(x * gamma, where x: [N, C, H, W], gamma: [C])
}
