use bcast::bcast;
use ndarray::Array1;

struct Layer {
    weight: Array1<f32>,
}

impl Layer {
    fn scale(&self) -> Array1<f32> {
        bcast!(self * 2.0)
    }
}

fn main() {
    let _ = Layer { weight: Array1::zeros(3) }.scale();
}
