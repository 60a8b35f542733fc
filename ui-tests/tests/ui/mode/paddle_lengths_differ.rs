use bcast::bcast;
use ndarray::{Array1, Array3};

fn main() {
    let x = Array3::<f32>::zeros((2, 3, 4));
    let y = Array1::<f32>::zeros(2);
    let _ = bcast!(x + y, mode = paddle, axis = 1, where x: [2, 3, 4], y: [2]);
}
