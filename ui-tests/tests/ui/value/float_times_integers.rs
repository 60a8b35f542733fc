use bcast::bcast;
use ndarray::Array2;

fn doubled(counts: &Array2<i32>) -> Array2<i32> {
    bcast!(counts * 2.0)
}

fn main() {}
