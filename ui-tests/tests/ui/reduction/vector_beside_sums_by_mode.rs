//! Modes that take no option for one operand have other ways to say where a vector lies beside sums.

use bcast::bcast;
use ndarray::{Array1, Array2};

fn paddle(x: &Array2<f32>, b: &Array1<f32>) -> Array1<f32> {
    bcast!(sum(x, axis = 1) + b, mode = paddle, where x: [M, M], b: [M])
}

fn ncnn(x: &Array2<f32>, b: &Array1<f32>) -> Array1<f32> {
    bcast!(sum(x, axis = 0) + b, mode = ncnn, where x: [M, M], b: [M])
}

fn main() {}
