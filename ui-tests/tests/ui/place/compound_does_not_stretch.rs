use bcast::bcast;
use ndarray::{Array1, Array2};

fn main() {
    let mut y = Array1::<f32>::zeros(3);
    let a = Array2::<f32>::zeros((2, 3));
    bcast!(y += a, where y: [3], a: [2, 3]);
}
