#![deny(deprecated)]

use bcast::{Tensor, bcast, shape};

fn difference<const N: usize>(predicted: &Tensor<f32, shape![N, 1]>, wanted: &Tensor<f32, shape![N]>) -> usize {
    bcast!(predicted - wanted).len()
}

fn main() {}
