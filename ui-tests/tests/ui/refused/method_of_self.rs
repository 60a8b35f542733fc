use bcast::bcast;
use ndarray::Array1;

struct Layer {
    w: Array1<f32>,
}

impl Layer {
    fn total(&self) -> f32 {
        self.w.sum()
    }

    fn normalized(&self) -> Array1<f32> {
        bcast!(self.w / self.total())
    }
}

fn main() {
    let _ = Layer { w: Array1::zeros(3) }.normalized();
}
