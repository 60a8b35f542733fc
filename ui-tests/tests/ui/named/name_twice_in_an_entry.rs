use bcast::bcast;
use ndarray::Array2;

fn call(a: &Array2<f32>) -> f32 {
    bcast!(sum(a, axis = N), mode = named, where a: [N, N])
}

fn main() {}
