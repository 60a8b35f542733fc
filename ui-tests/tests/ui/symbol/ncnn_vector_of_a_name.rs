use bcast::bcast;
use ndarray::{Array1, Array3};

fn main() {
    let x = Array3::<f32>::zeros((2, 3, 4));
    let b = Array1::<f32>::zeros(4);
    let _ = bcast!(x + b, mode = ncnn, where x: [C, H, W], b: [W]);
}
