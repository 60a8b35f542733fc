use bcast::{Tensor, bcast, shape};

fn sums<const N: usize, const M: usize>(x: &Tensor<f32, shape![N, M]>) -> Tensor<f32, shape![M]> {
    bcast!(sum(x, axis = 1))
}

fn main() {}
