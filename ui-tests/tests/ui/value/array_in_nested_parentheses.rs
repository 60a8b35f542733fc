use bcast::bcast;
use ndarray::{Array1, Array2};

struct Norm {
    mean: Array1<f32>,
}

impl Norm {
    fn mean(&self) -> Array1<f32> {
        self.mean.clone()
    }
}

fn normalize(x: &Array2<f32>, deviation: &Array1<f32>, norm: &Norm) -> Array2<f32> {
    bcast!(((x - (norm.mean())) / (deviation + 1e-5)) * 2.0)
}

fn main() {}
