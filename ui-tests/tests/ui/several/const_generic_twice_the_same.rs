use bcast::{Tensor, bcast, shape};

// Each call has its mistake reported, though all are the same to the compiler's types.
pub fn operand<const N: usize>(x: &Tensor<f32, shape![2, N]>, gain: &Tensor<f32, shape![4]>) {
    bcast!(x * gain, mode = pdpd, axis = 0);
    bcast!(x * gain, mode = pdpd, axis = 0);
}

pub fn option<const N: usize>(x: &[[f32; N]; 2], gain: &[f32; N]) {
    bcast!(x * gain, mode = pdpd, axis = 3);
    bcast!(x * gain, mode = pdpd, axis = 3);
}

pub fn place<const N: usize>(y: &mut [[f32; 3]; 2], x: &[[f32; N]; 2]) {
    bcast!(y = x * 2.0);
    bcast!(y = x * 2.0);
}

fn main() {}
