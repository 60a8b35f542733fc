use bcast::bcast;
use ndarray::Array2;

fn main() {
    let mut y = Array2::<f32>::zeros((2, 3));
    bcast!(y <<= 1);
}
