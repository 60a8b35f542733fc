use bcast::bcast;
use ndarray::Array1;

fn angles(x: &Array1<f32>) -> Array1<f32> {
    bcast!(x + index(axis = 0) * 0.1)
}

fn main() {}
