use bcast::bcast;
use ndarray::{Array1, Array2};

fn scaled(pixels: &Array2<u8>, gain: &Array1<f32>) -> Array2<f32> {
    bcast!((pixels as f32 - 128) * gain)
}

fn main() {}
