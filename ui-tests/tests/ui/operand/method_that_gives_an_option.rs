use bcast::bcast;
use ndarray::Array1;

pub fn centre(x: &Array1<f32>) -> Array1<f32> {
    bcast!(x - x.mean())
}

fn main() {}
