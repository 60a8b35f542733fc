use bcast::{Tensor, bcast, shape};

pub fn add<const C: usize>(x: &Tensor<f32, shape![2, C, 5]>, b: &Tensor<f32, shape![C]>) -> Tensor<f32, shape![2, C, 5]> {
    bcast!(3.0 * x + b, mode = paddle)
}

fn main() {}
