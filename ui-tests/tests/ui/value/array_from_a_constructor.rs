use bcast::bcast;
use ndarray::{Array1, Array2};

fn main() {
    let x = Array2::<f32>::zeros((2, 3));
    let _ = bcast!(x + Array1::<f32>::ones(3));
}
