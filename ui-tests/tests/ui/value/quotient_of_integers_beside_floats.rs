use bcast::bcast;
use ndarray::Array1;

fn halved(x: &Array1<f32>) -> Array1<f32> {
    bcast!(x * (1 / 2))
}

fn main() {}
