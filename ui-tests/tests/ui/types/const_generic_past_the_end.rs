use bcast::{Tensor, bcast, shape};

pub fn add<const N: usize>(x: &Tensor<f32, shape![2, 3, N]>, b: &Tensor<f32, shape![3, N]>) -> Tensor<f32, shape![2, 3, N]> {
    bcast!(x + b, axis(b) = 2)
}

fn main() {}
