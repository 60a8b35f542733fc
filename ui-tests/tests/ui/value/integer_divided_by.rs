use bcast::bcast;
use ndarray::Array2;

fn cube_root(x: &Array2<f32>) -> Array2<f32> {
    bcast!(x.powf(1.0 / 3))
}

fn main() {}
