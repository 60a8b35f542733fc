use bcast::{Tensor, bcast, dim, shape};

dim!(Batch);

pub fn scaled(x: &Tensor<f32, shape![Batch, 3]>, gain: &[f32; 3]) -> Tensor<f32, shape![8, 3]> {
    bcast!(x * gain)
}

fn main() {}
