// Counted from the other end it is the same axis of a matrix: types know the rank.
use bcast::bcast;
use ndarray::Array2;

fn total(x: &Array2<f32>) -> f32 {
    bcast!(sum(x, axis = [1, -1]))
}

fn main() {}
