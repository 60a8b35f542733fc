use bcast::{Tensor, bcast, shape};

pub fn add<const N: usize>(b: &Tensor<f32, shape![N]>, x: &Tensor<f32, shape![N, 3]>, c: &Tensor<f32, shape![3]>) -> Tensor<f32, shape![N, 3]> {
    bcast!(b + x + c)
}

fn main() {}
