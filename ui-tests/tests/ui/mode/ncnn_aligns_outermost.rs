use bcast::bcast;
use ndarray::{Array2, Array3};

fn main() {
    let a = Array3::<f32>::zeros((4, 3, 2));
    let b = Array2::<f32>::zeros((3, 2));
    let _ = bcast!(a + b, mode = ncnn, where a: [4, 3, 2], b: [3, 2]);
}
