use bcast::{Tensor, bcast, shape};

/// A bias for each row.
pub fn bias<const N: usize>(x: &Tensor<f32, shape![N, 3]>, row: &Tensor<f32, shape![N]>) -> Tensor<f32, shape![N, 3]> {
    bcast!(x + row)
}

fn main() {}
