use bcast::{Tensor, bcast, shape};

pub fn scale<const N: usize>(x: &Tensor<f32, shape![2, 3, N]>, gain: &Tensor<f32, shape![3, N]>) -> Tensor<f32, shape![2, 3, N]> {
    bcast!(x * gain, mode = paddle, axis = 2)
}

fn main() {}
