#![deny(deprecated)]

use bcast::{Tensor, bcast, shape};

fn shift<const N: usize>(x: &mut Tensor<f32, shape![N, 2, N]>, by: &Tensor<f32, shape![N]>) {
    bcast!(x += by);
}

fn main() {}
