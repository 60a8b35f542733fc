#![deny(deprecated)]

use bcast::bcast;
use ndarray::{Array1, Array2};

fn main() {
    let (predicted, wanted) = (Array2::<f32>::zeros((32, 1)), Array1::<f32>::zeros(32));
    let _ = bcast!((predicted - wanted).abs(), where predicted: [N, 1], wanted: [N]);
}
