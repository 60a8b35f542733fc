use bcast::{Tensor, bcast, shape};

pub fn set<const N: usize>(y: &mut Tensor<f32, shape![N, 3]>, b: &Tensor<f32, shape![N]>, x: &Tensor<f32, shape![N, 3]>) {
    bcast!(y = b + x, allow = rank_promotion);
}

fn main() {}
