use bcast::{Tensor, bcast, shape};

pub fn add<const C: usize>(x: &Tensor<f32, shape![2, C, 5]>, b: &Tensor<f32, shape![C]>) -> Tensor<f32, shape![2, C, 5]> {
    bcast!(x + b, mode = pdpd, axis = 0)
}

fn main() {}
