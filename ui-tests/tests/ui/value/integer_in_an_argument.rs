use bcast::bcast;
use ndarray::Array1;

fn relu(x: f32) -> f32 {
    x.max(0.0)
}

fn shifted(x: &Array1<f32>) -> Array1<f32> {
    bcast!(relu(x - 1) + x)
}

fn main() {}
