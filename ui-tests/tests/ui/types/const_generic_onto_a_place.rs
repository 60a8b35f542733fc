use bcast::{Tensor, bcast, shape};

pub fn add<const C: usize>(y: &mut Tensor<f32, shape![2, C, 5]>, b: &Tensor<f32, shape![C]>) {
    bcast!(y += b);
}

fn main() {}
