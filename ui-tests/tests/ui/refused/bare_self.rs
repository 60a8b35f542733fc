use bcast::bcast;
use ndarray::Array1;

trait Centered {
    fn centered(&self, mean: f32) -> Array1<f32>;
}

impl Centered for Array1<f32> {
    fn centered(&self, mean: f32) -> Array1<f32> {
        bcast!(self - mean)
    }
}

fn main() {
    let _ = Array1::<f32>::zeros(3).centered(1.0);
}
