use bcast::bcast;
use ndarray::Array3;

fn total(x: &Array3<f32>) -> Array3<f32> {
    bcast!(x / sum(x, axis = [0, 2, 0]))
}

fn main() {}
