use bcast::{Tensor, bcast, shape};

pub struct Layer {
    weight: Tensor<f32, shape![3, 4]>,
    bias: Tensor<f32, shape![3]>,
}

pub fn run(layer: &Layer, x: &[f32; 4]) -> Tensor<f32, shape![3, 4]> {
    bcast!(
        layer.weight * x
            + layer
                .bias
    )
}

fn main() {}
