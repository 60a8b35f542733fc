use bcast::bcast;
use ndarray::Array2;

fn centered(x: &Array2<f32>) -> Array2<f32> {
    bcast!(x - mean(x, axis = 1, keepdims = true))
}

fn main() {}
