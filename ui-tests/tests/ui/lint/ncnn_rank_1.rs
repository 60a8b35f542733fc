#![deny(deprecated)]

use bcast::bcast;
use ndarray::{Array1, Array2};

fn main() {
    let (x, b) = (Array2::<f32>::zeros((2, 2)), Array1::<f32>::zeros(2));
    let _ = bcast!(x + b, mode = ncnn, where x: [2, 2], b: [2]);
}
