use bcast::bcast;
use ndarray::Array2;

fn means(x: &Array2<f32>) -> Array2<f32> {
    bcast!(mean(x, axis = 1), keep = true)
}

fn main() {}
