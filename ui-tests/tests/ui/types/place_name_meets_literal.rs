use bcast::{Tensor, bcast, dim, shape};

dim!(Batch);

pub fn fill(y: &mut Tensor<f32, shape![8, 3]>, x: &Tensor<f32, shape![Batch, 3]>) {
    bcast!(y = x + 1.0);
}

fn main() {}
