use bcast::bcast;
use ndarray::Array2;

fn call(y: &mut Array2<f32>, a: &Array2<f32>) {
    bcast!(y = a * 2.0, mode = named, to = [K, M], where y: [M, K], a: [M, K]);
}

fn main() {}
