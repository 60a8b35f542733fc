use bcast::bcast;
use ndarray::{Array1, Array2};

fn sums<T: Copy>(x: &Array2<T>) -> Array1<T> {
    bcast!(sum(x, axis = 0))
}

fn main() {}
