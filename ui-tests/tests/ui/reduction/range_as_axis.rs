use bcast::bcast;
use ndarray::Array2;

fn total(x: &Array2<f32>) -> f32 {
    bcast!(sum(x, axis = 0..2))
}

fn main() {}
