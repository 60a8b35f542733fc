use bcast::{Tensor, bcast, dim, shape};

dim!(Batch);

pub fn add<const N: usize>(a: &Tensor<f32, shape![Batch]>, b: &[f32; N]) -> f32 {
    bcast!(a + b)[[0]]
}

fn main() {}
