use bcast::{Tensor, bcast, shape};

const ROWS: usize = 1;

pub fn add(a: &Tensor<f32, shape![4, 3]>, b: &Tensor<f32, shape![ROWS, 3]>) -> Tensor<f32, shape![4, 3]> {
    bcast!(a + b)
}

fn main() {}
