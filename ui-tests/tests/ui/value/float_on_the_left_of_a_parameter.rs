use bcast::bcast;
use ndarray::Array1;

fn doubled<T: Copy>(x: &Array1<T>) -> Array1<T> {
    bcast!(2.0 * x)
}

fn main() {}
