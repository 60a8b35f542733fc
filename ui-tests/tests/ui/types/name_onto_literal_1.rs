use bcast::{Tensor, bcast, dim, shape};

dim!(Batch);

pub fn add(a: &Tensor<f32, shape![1, 3]>, b: &Tensor<f32, shape![Batch, 3]>) -> usize {
    bcast!(a + b, mode = unidirectional).len()
}

fn main() {}
