use bcast::bcast;
use ndarray::{Array1, Array2};

fn main() {
    let mut y = Array2::<f32>::zeros((2, 3));
    let x = Array1::<f32>::zeros(3);
    bcast!(y += x, where y: [N, C], x: [C], y: [N, C]);
}
