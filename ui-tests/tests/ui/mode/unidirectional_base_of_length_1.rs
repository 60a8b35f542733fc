use bcast::bcast;
use ndarray::Array2;

fn main() {
    let c = Array2::<f32>::zeros((1, 3));
    let ab = Array2::<f32>::zeros((2, 3));
    let _ = bcast!(ab + c, mode = unidirectional, base = c, where c: [1, 3], ab: [2, 3]);
}
