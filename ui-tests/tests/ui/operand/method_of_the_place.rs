use bcast::bcast;
use ndarray::Array1;

pub fn normalise(y: &mut Array1<f32>) {
    bcast!(y /= y.sum());
}

fn main() {}
