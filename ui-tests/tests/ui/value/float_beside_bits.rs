use bcast::bcast;
use ndarray::Array1;

fn odd(n: &Array1<u8>) -> Array1<u8> {
    bcast!(n & 1.0)
}

fn main() {}
