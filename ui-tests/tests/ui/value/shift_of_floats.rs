use bcast::bcast;
use ndarray::Array1;

fn doubled(x: &Array1<f32>) -> Array1<f32> {
    bcast!(x << 1)
}

fn main() {}
