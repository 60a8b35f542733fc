//! `..` stands for other axes in the second mean than in the first.

use bcast::bcast;
use ndarray::{Array1, Array2};

fn shift(x: &Array2<f64>, v: &Array1<f64>) -> f64 {
    bcast!(mean(x, axis = ..) - mean(v, axis = ..), where x: [N, 3], v: [3])
}

fn main() {}
