use bcast::{TensorView, bcast, shape};

pub fn add(a: TensorView<f32, shape![2, _, 3]>, b: TensorView<f32, shape![_, 4]>) -> usize {
    bcast!(a + b).len()
}

fn main() {}
