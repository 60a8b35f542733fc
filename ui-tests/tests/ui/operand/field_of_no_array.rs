use std::rc::Rc;

use bcast::bcast;

struct Layer {
    bias: Rc<Vec<f32>>,
    name: String,
}

impl Layer {
    fn forward(&self, x: &[f32]) -> Vec<f32> {
        bcast!(x + self.bias)
    }

    fn written(&mut self, x: &[f32]) {
        bcast!(self.name = x);
    }

    fn cloned(&self, x: &[f32]) -> Vec<f32> {
        bcast!(x + &self.bias.clone())
    }
}

fn main() {}
