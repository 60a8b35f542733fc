use bcast::bcast;
use ndarray::Array2;

fn main() {
    let a = Array2::<f32>::zeros((2, 3));
    let b = Array2::<f32>::zeros((4, 3));
    let _ = bcast!(a * b, mode = multidirectional, where a: [2, 3], b: [4, 3]);
}
