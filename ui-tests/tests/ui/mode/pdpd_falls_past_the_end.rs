use bcast::bcast;
use ndarray::Array2;

fn main() {
    let x = Array2::<f32>::zeros((2, 3));
    let b = Array2::<f32>::zeros((3, 4));
    let _ = bcast!(x + b, mode = pdpd, axis = 1, where x: [2, 3], b: [3, 4]);
}
