use bcast::bcast;
use ndarray::Array3;

pub fn scaled(gain: [[f32; 3]; 2], x: &Array3<f32>) -> usize {
    bcast!(gain * x, mode = unidirectional).len()
}

fn main() {}
