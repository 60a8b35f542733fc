use bcast::bcast;
use ndarray::Array3;

pub fn per_channel(x: &Array3<f32>, bias: &[f32]) -> Array3<f32> {
    bcast!(x + bias, axis(bias) = 1, where x: [N, C, H, W], bias: [C])
}

fn main() {}
