use bcast::bcast;
use ndarray::Array2;

fn shares(x: &Array2<f32>) -> Array2<f32> {
    bcast!(x / sum(x, dim = 1))
}

fn main() {}
