use bcast::bcast;
use ndarray::{Array1, Array2};

fn main() {
    let (a, b, d) = (Array2::<f32>::zeros((5, 2)), Array1::<f32>::zeros(5), Array2::<f32>::zeros((3, 1)));
    let _ = bcast!(a + b + d, axis(b) = 0, where a: [N, 2], b: [N], d: [3, 1]);
}
