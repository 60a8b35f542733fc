use bcast::{Tensor, bcast, dim, shape};

dim!(Batch);

pub fn add(a: &Tensor<f32, shape![1, 3]>, b: &Tensor<f32, shape![Batch, 3]>) -> Tensor<f32, shape![1, 3]> {
    bcast!(a + b, mode = unidirectional)
}

fn main() {}
