use bcast::bcast;
use ndarray::{Array1, Array2};

fn main() {
    let x = Array2::<f32>::zeros((8, 3));
    let y = Array1::<f32>::zeros(3);
    let _ = bcast!(x + y, where x: [N, C], y: [K]);
}
