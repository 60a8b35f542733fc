use bcast::{Tensor, bcast, shape};

pub fn scale<const N: usize>(x: &Tensor<f32, shape![2, N]>, gain: &Tensor<f32, shape![N]>) -> Tensor<f32, shape![2, N]> {
    bcast!(x * gain, mode = pdpd, axis = 3)
}

fn main() {}
