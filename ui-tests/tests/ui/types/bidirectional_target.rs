use bcast::{Tensor, bcast, shape};

pub fn expanded(x: &Tensor<f32, shape![_, 3]>) -> usize {
    bcast!(x, mode = bidirectional, to = [4, 2]).len()
}

fn main() {}
