use bcast::bcast;
use ndarray::{Array1, Array3};

fn main() {
    let x = Array3::<f32>::zeros((2, 3, 4));
    let scale = Array1::<f32>::zeros(3);
    let _ = bcast!(x * scale, axes(scale) = [0, 1]);
}
