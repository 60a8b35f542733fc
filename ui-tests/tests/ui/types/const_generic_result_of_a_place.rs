use bcast::{Tensor, bcast, shape};

pub fn set<const N: usize, const M: usize>(y: &mut Tensor<f32, shape![N]>, x: &Tensor<f32, shape![M]>) {
    bcast!(y = x * 2.0);
}

fn main() {}
