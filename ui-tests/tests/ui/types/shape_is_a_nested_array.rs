use bcast::Tensor;

pub fn rows(_: &Tensor<f32, [[f32; 3]; 2]>) {}

fn main() {}
