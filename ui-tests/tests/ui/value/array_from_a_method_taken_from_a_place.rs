use bcast::bcast;
use ndarray::{Array1, Array2};

struct Optimizer {
    rate: f32,
}

impl Optimizer {
    fn step(&self) -> Array1<f32> {
        Array1::from_elem(3, self.rate)
    }
}

fn train(weights: &mut Array2<f32>, optimizer: &Optimizer) {
    bcast!(weights -= optimizer.step());
}

fn main() {}
