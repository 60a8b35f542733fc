use bcast::bcast;
use ndarray::Array1;

fn average(sums: &Array1<f64>, count: usize) -> Array1<f64> {
    bcast!(sums / count)
}

fn main() {}
