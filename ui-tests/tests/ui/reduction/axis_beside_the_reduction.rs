use bcast::bcast;
use ndarray::Array2;

fn main() {
    let x = Array2::<f32>::zeros((2, 3));
    let _ = bcast!(x - mean(x), axis = 0);
}
