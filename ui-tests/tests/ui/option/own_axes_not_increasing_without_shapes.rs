use bcast::bcast;
use ndarray::{Array2, Array3};

fn main() {
    let (a, m) = (Array3::<f32>::zeros((2, 3, 4)), Array2::<f32>::zeros((4, 3)));
    let _ = bcast!(a * m, axes(m) = [2, 1]);
}
