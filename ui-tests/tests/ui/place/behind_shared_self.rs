use bcast::bcast;
use ndarray::Array1;

struct Layer {
    out: Array1<f32>,
}

impl Layer {
    fn clear(&self) {
        bcast!(self.out = 0.0);
    }
}

fn main() {
    Layer { out: Array1::zeros(3) }.clear();
}
