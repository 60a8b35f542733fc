use bcast::bcast;
use ndarray::{Array3, Array4};

fn main() {
    let a = Array4::<f32>::zeros((8, 1, 6, 1));
    let b = Array3::<f32>::zeros((7, 1, 5));
    let _ = bcast!(a + b, mode = pdpd, axis = 1, where a: [8, 1, 6, 1], b: [7, 1, 5]);
}
