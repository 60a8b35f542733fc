use bcast::bcast;
use ndarray::Array2;

fn main() {
    let x = Array2::<f32>::zeros((2, 3));
    let y = Array2::<f32>::zeros((2, 1));
    let _ = bcast!(x + y, mode = paddle, axis = 1, where x: [2, 3], y: [2, 1]);
}
