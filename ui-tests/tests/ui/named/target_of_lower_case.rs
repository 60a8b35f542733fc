use bcast::bcast;
use ndarray::Array2;

fn call(a: &Array2<f32>, m: usize) -> Array2<f32> {
    bcast!(a, mode = named, to = [m, K], where a: [M, K])
}

fn main() {}
