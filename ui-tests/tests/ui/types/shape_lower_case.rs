use bcast::{Tensor, shape};

pub fn rows(_: &Tensor<f32, shape![batch_size, 3]>) {}

fn main() {}
