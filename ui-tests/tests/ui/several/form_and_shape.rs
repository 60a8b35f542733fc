use bcast::bcast;
use ndarray::{Array1, Array2};

fn main() {
    let (a, b) = (Array2::<f32>::zeros((2, 3)), Array1::<f32>::zeros(4));
    let _ = bcast!({ return; a } + b.max(0.5), mode = pdpd, axis = 1, where a: [2, 3], b: [4]);
}
