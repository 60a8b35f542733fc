use bcast::{Tensor, bcast, shape};
use ndarray::Array2;

pub fn scaled(x: &Array2<f32>, gain: &Tensor<f32, shape![3]>, shift: [f32; 4]) -> usize {
    bcast!(x * gain + shift).len()
}

fn main() {}
