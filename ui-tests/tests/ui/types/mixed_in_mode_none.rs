use bcast::bcast;
use ndarray::Array1;

pub fn scaled(x: [[f32; 3]; 2], b: &Array1<f32>) -> usize {
    bcast!(x + b, mode = none).len()
}

fn main() {}
