use bcast::bcast;
use ndarray::Array2;

fn double(x: &Array2<f32>) -> Array2<f32> {
    bcast!(x * 2.0, keep)
}

fn main() {}
