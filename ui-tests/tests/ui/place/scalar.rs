use bcast::bcast;
use ndarray::Array2;

fn main() {
    let a = Array2::<f32>::zeros((2, 3));
    let mut y = 0.0_f32;
    bcast!(y = a * 2.0);
}
