use bcast::bcast;
use ndarray::{Array1, Array2};

fn main() {
    let (x, g) = (Array2::<f32>::zeros((2, 3)), Array1::<f32>::zeros(3));
    let _ = bcast!(|x, g| x * g);
}
