use bcast::bcast;
use ndarray::{Array1, Array2};

fn call(a: &Array1<f32>) -> Array2<f32> {
    bcast!(a * 2.0, mode = named, to = [N, R = -1], where a: [N])
}

fn main() {}
