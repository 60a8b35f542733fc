use bcast::bcast;
use ndarray::{Array1, Array2};

fn call(a: &Array2<f32>, b: &Array1<f32>) -> Array2<f32> {
    bcast!(a + b, mode = named, axes(b) = [0], where a: [M, K], b: [M])
}

fn main() {}
