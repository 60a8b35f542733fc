use bcast::{Tensor, shape};

pub fn rows<Batch>(_: &Tensor<f32, shape![Batch, 3]>) {}

fn main() {}
