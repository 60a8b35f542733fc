use bcast::{Tensor, bcast, shape};

pub fn set<const C: usize>(y: &mut Tensor<f32, shape![2, C, 5]>, x: &Tensor<f32, shape![2, C, 5]>, b: &Tensor<f32, shape![C]>) {
    bcast!(y = x + b);
}

fn main() {}
