use bcast::{TensorView, TensorViewMut, bcast, shape};

pub fn add<const N: usize>(mut y: TensorViewMut<f32, shape![2, 1]>, x: TensorView<f32, shape![N]>) {
    bcast!(y += x);
}

fn main() {}
