use bcast::bcast;
use ndarray::{Array1, Array3};

fn normalize(image: &Array3<u8>, mean: &Array1<f32>) -> Array3<f32> {
    bcast!(image / 255.0 - mean)
}

fn main() {}
