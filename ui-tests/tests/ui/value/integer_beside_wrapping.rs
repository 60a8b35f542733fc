use std::num::Wrapping;

use bcast::bcast;
use ndarray::Array1;

fn next(n: &Array1<Wrapping<u8>>) -> Array1<Wrapping<u8>> {
    bcast!(n + 1)
}

fn main() {}
