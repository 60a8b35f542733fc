use bcast::{Tensor, bcast, shape};

pub fn add<const N: usize>(x: &Tensor<f32, shape![2, N]>, b: &Tensor<f32, shape![N]>) -> Tensor<f32, shape![2, N]> {
    bcast!(x + b, mode = none)
}

fn main() {}
