use std::ops::Mul;

use bcast::bcast;
use ndarray::Array1;

fn doubled<T: Copy + Mul<Output = T>>(x: &Array1<T>) -> Array1<T> {
    bcast!(x * 2.0)
}

fn main() {}
