use bcast::bcast;
use ndarray::Array2;

fn scaled(x: &Array2<f32>) -> Array2<f32> {
    bcast!({ let k = 3; k * x })
}

fn main() {}
