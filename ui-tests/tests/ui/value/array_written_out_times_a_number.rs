use bcast::bcast;
use ndarray::Array1;

fn scaled(x: &Array1<f64>) -> Array1<f64> {
    bcast!(x + 2.0 * [1.0, 2.0, 3.0])
}

fn main() {}
