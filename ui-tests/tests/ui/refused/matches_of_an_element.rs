use bcast::bcast;
use ndarray::Array1;

fn special(codes: &Array1<i32>) -> Array1<bool> {
    bcast!(matches!(codes, 1 | 2))
}

fn main() {}
