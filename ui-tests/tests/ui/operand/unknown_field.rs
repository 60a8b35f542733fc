use bcast::bcast;
use ndarray::Array1;

struct Layer {
    weight: Array1<f32>,
}

fn main() {
    let layer = Layer { weight: Array1::zeros(3) };
    let _ = bcast!(layer.wieght * 2.0);
}
