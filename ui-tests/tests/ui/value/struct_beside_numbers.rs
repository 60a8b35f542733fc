use bcast::bcast;
use ndarray::Array2;

#[derive(Clone, Copy)]
pub struct Gain {
    pub linear: f32,
    pub decibel: f32,
}

fn amplified(x: &Array2<f32>, gain: Gain) -> Array2<f32> {
    bcast!(x * gain)
}

fn main() {}
