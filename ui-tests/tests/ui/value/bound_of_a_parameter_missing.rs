use bcast::bcast;
use ndarray::Array2;

fn weighted<T: Copy>(x: &Array2<f32>, weights: &Array2<T>) -> Array2<f32> {
    bcast!(x * weights)
}

fn main() {}
