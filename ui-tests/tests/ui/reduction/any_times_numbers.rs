use bcast::bcast;
use ndarray::Array2;

fn masked(x: &Array2<f32>) -> Array2<f32> {
    bcast!(x * any(x > 0.0, axis = 1))
}

fn main() {}
