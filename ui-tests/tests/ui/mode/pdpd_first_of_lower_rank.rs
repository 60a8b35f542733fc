use bcast::bcast;
use ndarray::{Array1, Array3};

fn main() {
    let gamma = Array1::<f32>::zeros(3);
    let x = Array3::<f32>::zeros((2, 3, 4));
    let _ = bcast!(gamma * x, mode = pdpd, axis = 1, where gamma: [3], x: [2, 3, 4]);
}
