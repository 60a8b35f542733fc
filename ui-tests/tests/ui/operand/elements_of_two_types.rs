use bcast::bcast;
use ndarray::{Array1, Array2};

fn main() {
    let (x, y) = (Array2::<f32>::zeros((2, 3)), Array1::<f32>::zeros(3));
    let (a, b) = (Array1::<f64>::zeros(3), 2_u8);
    let _ = bcast!(x + a);
    let _ = bcast!(x * y - a);
    let _ = bcast!((2.0 * x).exp() / -a);
    // Of a chain one is said, and what it would be is open.
    let _ = bcast!((x * b + y).sqrt() / a).sum();
}
