use bcast::bcast;
use ndarray::Array1;

#[derive(Clone, Copy)]
pub struct Gain {
    pub linear: f32,
}

fn doubled(x: &Array1<f32>, gain: Gain) -> Array1<f32> {
    bcast!(x * (2 * gain))
}

fn main() {}
