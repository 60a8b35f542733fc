use bcast::bcast;
use ndarray::Array1;

fn positive(x: &Array1<f32>) -> Array1<bool> {
    bcast!(0 < x)
}

fn main() {}
