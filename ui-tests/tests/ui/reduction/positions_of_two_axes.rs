use bcast::bcast;
use ndarray::{Array1, Array3};

fn best(x: &Array3<f32>) -> Array1<usize> {
    bcast!(argmax(x, axis = [1, 2]))
}

fn main() {}
