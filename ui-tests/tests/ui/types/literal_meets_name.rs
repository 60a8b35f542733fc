use bcast::{Tensor, bcast, dim, shape};

dim!(Batch);

pub fn add(a: &Tensor<f32, shape![Batch, 3]>, b: &[[f32; 3]; 8]) -> Tensor<f32, shape![Batch, 3]> {
    bcast!(a + b, mode = unidirectional)
}

fn main() {}
