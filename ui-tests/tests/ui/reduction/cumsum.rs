use bcast::bcast;
use ndarray::Array2;

fn running(x: &Array2<f32>) -> Array2<f32> {
    bcast!(cumsum(x, axis = 1))
}

fn main() {}
