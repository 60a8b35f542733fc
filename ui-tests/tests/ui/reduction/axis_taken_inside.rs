// The sum inside has taken the axis; axes are those of the whole call.
use bcast::bcast;
use ndarray::Array2;

fn total(x: &Array2<f32>) -> f32 {
    bcast!(sum(sum(x, axis = 0), axis = 0))
}

fn main() {}
