use bcast::bcast;
use ndarray::{Array1, Array2};

fn hann(n: usize) -> Array1<f32> {
    Array1::from_shape_fn(n, |i| (std::f32::consts::PI * i as f32 / n as f32).sin().powi(2))
}

fn main() {
    let frames = Array2::<f32>::ones((10, 64));
    let _ = bcast!(frames * hann(64));
}
