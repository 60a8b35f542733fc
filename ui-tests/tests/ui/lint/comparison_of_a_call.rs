#![deny(unused_comparisons)]

use bcast::bcast;
use ndarray::Array1;

fn level(count: u8) -> u8 {
    count / 2
}

fn negative(counts: &Array1<u8>) -> Array1<bool> {
    bcast!(level(counts) < 0)
}

fn main() {}
