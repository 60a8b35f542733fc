use bcast::bcast;
use ndarray::Array2;

fn main() {
    let mut y = Array2::<f32>::zeros((2, 3));
    let a = Array2::<f32>::zeros((2, 3));
    let z: Array2<f32> = bcast!(y = a * 2.0);
}
