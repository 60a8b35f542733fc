use bcast::bcast;
use ndarray::{Array1, Array2};

fn sums(x: &Array2<u8>) -> Array1<u8> {
    bcast!(sum(x, axis = 1))
}

fn main() {}
