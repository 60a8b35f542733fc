use bcast::bcast;
use ndarray::{Array1, Array3};

fn main() {
    let x = Array3::<f32>::zeros((2, 3, 4));
    let gamma = Array1::<f32>::zeros(3);
    let skip = Array3::<f32>::zeros((2, 3, 4));
    let _ = bcast!(x * gamma + skip, mode = pdpd, axis = 1, where x: [2, 3, 4], gamma: [3], skip: [2, 3, 4]);
}
