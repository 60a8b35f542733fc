use bcast::bcast;
use ndarray::{Array1, Array2};

fn main() {
    let x = Array1::<f32>::zeros(3);
    let slope = Array2::<f32>::zeros((2, 3));
    let _ = bcast!(if x > 0.0 { x } else { slope * x }, mode = unidirectional, where x: [3], slope: [2, 3]);
}
