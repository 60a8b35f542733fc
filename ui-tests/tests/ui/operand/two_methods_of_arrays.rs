use bcast::bcast;
use ndarray::Array2;

struct Layer {
    weight: Array2<f32>,
}

fn main() {
    let (a, layer) = (Array2::<f32>::zeros((2, 2)), Layer { weight: Array2::zeros((2, 2)) });
    let _ = bcast!(a * layer.weight.t() - a.row(0));
}
