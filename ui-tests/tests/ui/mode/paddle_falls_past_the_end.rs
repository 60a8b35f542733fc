use bcast::bcast;
use ndarray::{Array2, Array3};

fn main() {
    let x = Array3::<f32>::zeros((2, 3, 4));
    let y = Array2::<f32>::zeros((3, 4));
    let _ = bcast!(x + y, mode = paddle, axis = 2, where x: [2, 3, 4], y: [3, 4]);
}
