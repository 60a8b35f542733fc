use bcast::bcast;
use ndarray::{Array1, Array4};

fn main() {
    let x = Array4::<f32>::zeros((2, 3, 4, 4));
    let gamma = Array1::<f32>::zeros(3);
    let _ = bcast!(x * gamma, mode = pdpd, axis = 0, where x: [N, C, H, W], gamma: [C]);
}
