use bcast::bcast;
use ndarray::Array1;

fn smooth(x: &Array1<f32>, kernel: fn(f32) -> f32) -> Array1<f32> {
    bcast!(x - 0.5 * kernel)
}

fn main() {}
