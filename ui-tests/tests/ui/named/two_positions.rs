use bcast::bcast;
use ndarray::Array2;

fn call(a: &Array2<f32>) -> usize {
    bcast!(argmax(a, axis = [M, K]), mode = named, where a: [M, K])
}

fn main() {}
