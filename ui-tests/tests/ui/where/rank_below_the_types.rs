use bcast::bcast;
use ndarray::Array2;

pub fn double(x: &mut Array2<f32>) {
    bcast!(x *= 2.0, where x: [N]);
}

fn main() {}
