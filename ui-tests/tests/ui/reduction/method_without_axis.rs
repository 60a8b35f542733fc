use bcast::bcast;
use ndarray::Array2;

fn scaled(x: &Array2<f32>) -> Array2<f32> {
    bcast!(x / x.max())
}

fn main() {}
