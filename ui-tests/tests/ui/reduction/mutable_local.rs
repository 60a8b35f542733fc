use bcast::bcast;
use ndarray::{Array1, Array2};

fn sums(x: &Array2<f32>) -> Array1<f32> {
    bcast!({ let mut t = x * 2.0; t += 1.0; sum(t, axis = 1) })
}

fn main() {}
