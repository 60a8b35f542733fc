use bcast::bcast;
use ndarray::{Array1, Array2};

struct Layer {
    gain: Array1<f32>,
}

impl Layer {
    fn gain(&self) -> &Array1<f32> {
        &self.gain
    }
}

fn scale(x: &Array2<f32>, layer: &Layer) -> Array2<f32> {
    bcast!(x * layer.gain())
}

fn main() {}
