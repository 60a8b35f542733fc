use bcast::bcast;
use ndarray::Array2;

struct Settings {
    axis: f32,
    shape: String,
}

impl Settings {
    fn along(&self, a: &Array2<f32>, b: &[f32]) -> Array2<f32> {
        bcast!(a + b, mode = pdpd, axis = self.axis)
    }

    fn onto(&self, a: &Array2<f32>) {
        bcast!(a, to = self.shape);
    }

    fn stated(&self, a: &Array2<f32>) -> Array2<f32> {
        bcast!(a + 1.0, where a: [{ self.axis }, 3])
    }
}

fn main() {}
