#![deny(unused_must_use)]

use bcast::bcast;
use ndarray::{Array1, Array2};

fn main() {
    let (x, bias) = (Array2::<f32>::zeros((2, 3)), Array1::<f32>::zeros(3));
    bcast!(x + bias);
}
