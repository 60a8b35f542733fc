use bcast::bcast;
use ndarray::Array2;

fn main() {
    let mut y = Array2::<f32>::zeros((1, 3));
    let a = Array2::<f32>::zeros((2, 3));
    bcast!(y = a * 2.0, where y: [1, 3], a: [2, 3]);
}
