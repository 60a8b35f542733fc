use bcast::{Tensor, shape};

const N: usize = 2;

pub fn rows(_: &Tensor<f32, shape![N + 1, 3]>) {}

fn main() {}
