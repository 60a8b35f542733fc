use bcast::{Tensor, bcast, shape};

// What is refused has no shape that a place could lack.
pub fn add<const N: usize>(y: &mut Tensor<f32, shape![N, 3]>, a: &Tensor<f32, shape![3, N]>, b: &Tensor<f32, shape![N, 3]>) {
    bcast!(y = a + b);
}

fn main() {}
