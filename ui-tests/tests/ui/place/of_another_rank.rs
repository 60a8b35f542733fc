use bcast::bcast;
use ndarray::{Array1, Array2};

fn main() {
    let mut y = Array2::<f32>::zeros((2, 3));
    let b = Array1::<f32>::zeros(3);
    bcast!(y = b * 2.0, mode = pdpd, where y: [2, 3], b: [3]);
}
