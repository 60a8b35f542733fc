use bcast::bcast;
use ndarray::Array1;

pub fn read<B>(b: &Array1<B>, value: fn(B) -> f32) -> Array1<f32> {
    bcast!(value(b))
}

fn main() {}
