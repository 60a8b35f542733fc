use bcast::bcast;
use ndarray::{Array1, Array2};

fn main() {
    let (a, b) = (Array2::<f32>::zeros((2, 3)), Array1::<f32>::zeros(3));
    let _ = bcast!(a + b, mode = unidirectional, axis(a) = 0, where a: [2, 3], b: [3]);
}
