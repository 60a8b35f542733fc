#![deny(deprecated)]

use bcast::bcast;
use ndarray::{Array1, Array3};

fn main() {
    let (x, gamma, row) = (Array3::<f32>::zeros((4, 5, 5)), Array1::<f32>::zeros(5), Array1::<f32>::zeros(5));
    let _ = bcast!(x * gamma + row, mode = pdpd, axis(row) = 2, where x: [4, 5, 5], gamma: [5], row: [5]);
}
