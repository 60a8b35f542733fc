use bcast::bcast;
use ndarray::Array2;

fn relu(x: f32) -> f32 {
    x.max(0.0)
}

fn doubled(x: &Array2<f32>) -> Array2<f32> {
    bcast!(2 * relu(x))
}

fn main() {}
