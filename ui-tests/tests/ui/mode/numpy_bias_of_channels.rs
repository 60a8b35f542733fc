use bcast::bcast;
use ndarray::{Array1, Array4};

fn main() {
    let x = Array4::<f32>::zeros((8, 64, 7, 7));
    let bias = Array1::<f32>::zeros(64);
    let _ = bcast!(x + bias, where x: [8, 64, 7, 7], bias: [64]);
}
