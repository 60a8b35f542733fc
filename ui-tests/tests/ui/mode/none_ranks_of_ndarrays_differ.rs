use bcast::bcast;
use ndarray::{Array1, Array2};

fn main() {
    let x = Array2::<f32>::zeros((2, 3));
    let bias = Array1::<f32>::zeros(3);
    let _ = bcast!(x + bias, mode = none);
}
