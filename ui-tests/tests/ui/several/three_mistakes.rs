use bcast::bcast;
use ndarray::{Array1, Array3};

fn main() {
    let x = Array3::<f32>::zeros((2, 3, 4));
    let gamma = Array1::<f32>::zeros(4);
    let beta = Array1::<f32>::zeros(5);
    let row = Array1::<f32>::zeros(2);
    let _ = bcast!(
        x * gamma + beta + row,
        mode = pdpd, axis = 1,
        where x: [2, 3, 4], gamma: [4], beta: [5], row: [2]
    );
}
