use bcast::bcast;
use ndarray::{Array1, Array2};

fn main() {
    let a = Array2::<f32>::zeros((2, 3));
    let b = Array1::<f32>::zeros(3);
    bcast!(= a + b);
}
