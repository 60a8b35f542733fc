use bcast::bcast;
use ndarray::Array2;

fn center(x: &Array2<f64>) -> f64 {
    let mean = bcast!(sum(x, axis = ..) / len(axis = ..) as f64);
    mean + bcast!(sum(x * index(axis = 0..) as f64, axis = ..))
}

fn main() {}
