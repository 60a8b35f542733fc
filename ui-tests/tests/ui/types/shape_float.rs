use bcast::{Tensor, shape};

pub fn rows(_: &Tensor<f32, shape![2, 3.0]>) {}

fn main() {}
