use bcast::{Tensor, bcast, dim, shape};

dim!(Batch, Time);

pub fn add(a: &Tensor<f32, shape![Batch, 3]>, b: &Tensor<f32, shape![Time, 3]>) -> Tensor<f32, shape![Batch, 3]> {
    bcast!(a + b)
}

fn main() {}
