use bcast::bcast;
use ndarray::Array2;

fn call(a: &Array2<f32>, scale: f32) -> Array2<f32> {
    bcast!(a * scale, mode = named, where a: [M, K], scale: [M])
}

fn main() {}
