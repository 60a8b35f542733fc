use bcast::bcast;
use ndarray::Array1;

pub struct Layer {
    pub out: Array1<f32>,
    pub scale: f32,
}

impl Layer {
    pub fn gain(&self) -> f32 {
        self.scale * 2.0
    }

    pub fn forward(&mut self, x: &Array1<f32>) {
        bcast!(self.out += x * self.gain() + self.scale);
    }
}

fn main() {}
