use bcast::bcast;
use ndarray::{Array1, Array2};

fn thresholds() -> Array1<f32> {
    Array1::linspace(0.25, 0.75, 3)
}

fn main() {
    let score = Array2::<f32>::zeros((2, 3));
    let _ = bcast!(score > thresholds());
}
