use bcast::{Tensor, shape};

pub fn rows<const N: usize>(_: &Tensor<f32, shape![{ N + 1 }, 3]>) {}

fn main() {}
