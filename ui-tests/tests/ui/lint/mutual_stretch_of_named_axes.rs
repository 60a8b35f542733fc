#![deny(deprecated)]

use bcast::{Tensor, bcast, dim, shape};

dim!(Batch);

fn difference(predicted: &Tensor<f32, shape![Batch, 1]>, wanted: &Tensor<f32, shape![Batch]>) -> usize {
    bcast!(predicted - wanted).len()
}

fn main() {}
