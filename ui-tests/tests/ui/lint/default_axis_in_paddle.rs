#![deny(deprecated)]

use bcast::bcast;
use ndarray::{Array2, Array3};

fn main() {
    let (x, y) = (Array3::<f32>::zeros((5, 5, 5)), Array2::<f32>::zeros((5, 5)));
    let _ = bcast!(x + y, mode = paddle, where x: [N, N, N], y: [N, N]);
}
