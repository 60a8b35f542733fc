use bcast::{Tensor, bcast, dim, shape};

dim!(Batch, Time);

pub fn copy(y: &mut Tensor<f32, shape![Batch, 3]>, x: &Tensor<f32, shape![Time, 3]>) {
    bcast!(y = x * 2.0);
}

fn main() {}
