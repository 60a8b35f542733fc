use bcast::bcast;
use ndarray::{Array1, Array4};

fn main() {
    let x = Array4::<f32>::zeros((32, 64, 7, 7));
    let gamma = Array1::<f32>::zeros(64);
    let _ = bcast!(x * gamma, mode = pdpd, where x: [32, 64, 7, 7], gamma: [64]);
}
