use bcast::bcast;
use ndarray::{Array1, Array2};

fn main() {
    let a = Array2::<f32>::zeros((1, 3));
    let b = Array1::<f32>::zeros(2);
    let _ = bcast!(a + b, mode = ncnn, where a: [1, 3], b: [2]);
}
