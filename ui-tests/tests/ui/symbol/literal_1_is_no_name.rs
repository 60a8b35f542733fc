use bcast::bcast;
use ndarray::Array2;

fn main() {
    let x = Array2::<f32>::zeros((1, 3));
    let y = Array2::<f32>::zeros((2, 3));
    let _ = bcast!(x + y, mode = unidirectional, where x: [1, C], y: [N, C]);
}
