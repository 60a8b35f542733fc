use bcast::bcast;
use ndarray::Array1;

pub struct Layer {
    pub out: Array1<f32>,
}

impl Layer {
    pub fn forward(&mut self, x: &Array1<f32>) {
        bcast!(self.outt = x * 2.0);
    }
}

fn main() {}
