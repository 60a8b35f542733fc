#![deny(deprecated)]

use bcast::bcast;
use ndarray::{Array1, Array2};

fn main() {
    let (x, mean) = (Array2::<f32>::zeros((8, 8)), Array1::<f32>::zeros(8));
    let _ = bcast!(x - mean, where x: [8, 8], mean: [8]);
}
