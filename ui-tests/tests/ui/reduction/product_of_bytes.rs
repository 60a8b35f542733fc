use bcast::bcast;
use ndarray::{Array1, Array2};

fn products(x: &Array2<u8>) -> Array1<u8> {
    bcast!(prod(x, axis = 1))
}

fn main() {}
