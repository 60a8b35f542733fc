use bcast::{Tensor, bcast, shape};

pub fn add<const N: usize>(a: &Tensor<f32, shape![2, N]>, b: &Tensor<f32, shape![3]>) -> Tensor<f32, shape![2, N]> {
    bcast!(a + b)
}

fn main() {}
