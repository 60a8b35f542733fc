use bcast::bcast;
use ndarray::Array1;

pub fn scaled(x: &Array1<f32>, gain: f32) -> Array1<f32> {
    bcast!(x * gain, where x: [N], gain: [N])
}

fn main() {}
