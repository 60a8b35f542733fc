use bcast::bcast;
use ndarray::Array2;

fn main() {
    let a = Array2::<f32>::zeros((2, 3));
    let b = Array2::<f32>::zeros((2, 1));
    let _ = bcast!(a + b, mode = none, where a: [2, 3], b: [2, 1]);
}
