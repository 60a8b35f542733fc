use bcast::bcast;
use ndarray::Array1;

fn ramp() -> Array1<usize> {
    bcast!(index(axis = 0))
}

fn main() {}
