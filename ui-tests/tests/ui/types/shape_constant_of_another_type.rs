use bcast::{Tensor, shape};

const ROWS: i32 = 3;

pub fn rows(_: &Tensor<f32, shape![ROWS, 3]>) {}

fn main() {}
