use bcast::bcast;
use ndarray::{Array1, Array2};

fn main() {
    let frames = Array2::<f32>::ones((10, 64));
    let window = |n: usize| Array1::<f32>::linspace(0.0, 1.0, n);
    let _ = bcast!(frames * window(64));
}
