use bcast::bcast;
use ndarray::{Array1, Array2};

trait Prior {
    fn mean(&self) -> Array1<f64>;
}

fn center(samples: &Array2<f64>, prior: &impl Prior) -> Array2<f64> {
    bcast!(samples - prior.mean())
}

fn main() {}
