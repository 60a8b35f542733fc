use bcast::bcast;
use ndarray::{Array1, Array2};

fn main() {
    let (x, count) = (Array2::<f32>::zeros((2, 3)), Array1::<u32>::ones(3));
    let _ = bcast!(x / count as f64);
}
