use bcast::{Tensor, bcast, dim, shape};

dim!(Batch);

pub fn add<const N: usize>(x: &Tensor<f32, shape![Batch, N]>, b: &Tensor<f32, shape![Batch]>) -> Tensor<f32, shape![Batch, N]> {
    bcast!(x + b)
}

fn main() {}
