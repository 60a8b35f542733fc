use bcast::bcast;
use ndarray::Array2;

struct Layer {
    weights: Array2<f32>,
}

impl Layer {
    fn weights(&self) -> Array2<f32> {
        self.weights.clone()
    }
}

fn main() {
    let layer = Layer { weights: Array2::zeros((2, 3)) };
    let step = [0.5_f32; 3];
    bcast!(layer.weights() -= step);
}
