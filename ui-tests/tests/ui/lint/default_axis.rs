#![deny(deprecated)]

use bcast::bcast;
use ndarray::{Array1, Array4};

fn main() {
    let (x, gamma) = (Array4::<f32>::zeros((2, 7, 7, 7)), Array1::<f32>::zeros(7));
    let _ = bcast!(x * gamma, mode = pdpd, where x: [_, 7, _, 7], gamma: [7]);
}
