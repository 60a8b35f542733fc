use bcast::{Tensor, shape};

pub fn rows(_: &Tensor<f32, shape![ROWS, 3]>) {}

fn main() {}
