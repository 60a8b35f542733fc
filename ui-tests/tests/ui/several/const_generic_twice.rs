use bcast::{Tensor, bcast, shape};

pub fn norm<const C: usize>(
    x: &Tensor<f32, shape![2, C, 7]>,
    gain: &Tensor<f32, shape![C]>,
    shift: &Tensor<f32, shape![C]>,
) -> Tensor<f32, shape![2, C, 7]> {
    bcast!(x * gain + shift)
}

fn main() {}
