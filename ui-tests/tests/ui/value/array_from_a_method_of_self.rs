use bcast::bcast;
use ndarray::{Array1, Array2};

struct Dense {
    bias: Array1<f32>,
}

impl Dense {
    fn bias(&self, training: bool) -> Array1<f32> {
        if training { self.bias.clone() } else { Array1::zeros(self.bias.len()) }
    }

    fn forward(&self, x: &Array2<f32>) -> Array2<f32> {
        bcast!(x + Dense::bias(self, true))
    }
}

fn main() {}
