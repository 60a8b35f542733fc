use bcast::bcast;
use ndarray::{Array2, Array3};

fn main() {
    let x = Array2::<f32>::zeros((2, 3));
    let batch = Array3::<f32>::zeros((4, 2, 3));
    let _ = bcast!(x + batch, mode = unidirectional);
}
