use bcast::{Tensor, shape};

pub struct Batch;

pub fn rows(_: &Tensor<f32, shape![Batch, 3]>) {}

fn main() {}
