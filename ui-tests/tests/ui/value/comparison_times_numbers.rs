use bcast::bcast;
use ndarray::Array2;

fn rectified(x: &Array2<f32>) -> Array2<f32> {
    bcast!((x > 0.0) * x)
}

fn main() {}
