use bcast::bcast;
use ndarray::{Array1, Array2};

fn main() {
    let mut y = Array2::<f32>::zeros((2, 3));
    let (a, b) = (Array1::<f64>::zeros(3), Array1::<f32>::zeros(3));
    bcast!(y += a);
    bcast!(y *= a * a);
    bcast!(y = y * b - a);
}
