use bcast::bcast;
use ndarray::{Array1, Array2};

fn scaled(x: &Array2<f32>) -> Array1<[f32; 2]> {
    bcast!([1.0, 2.0].map(|k| sum(x * k, axis = 1)))
}

fn main() {}
