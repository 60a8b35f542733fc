use bcast::bcast;
use ndarray::Array1;

fn scaled(x: &Array1<f32>) -> Array1<f32> {
    bcast!(x * (1.0, 2.0))
}

fn main() {}
