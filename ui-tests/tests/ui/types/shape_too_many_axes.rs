use bcast::{Tensor, shape};

pub fn rows(_: &Tensor<f32, shape![1, 2, 3, 4, 5, 6, 7, 8, 9]>) {}

fn main() {}
