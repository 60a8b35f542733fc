use bcast::bcast;
use ndarray::Array2;

fn ramp(x: &Array2<f32>) -> Array2<f32> {
    bcast!(x * index(axis = [0, 1]) as f32)
}

fn main() {}
