use bcast::bcast;
use ndarray::Array2;

fn main() {
    let x = Array2::<f32>::zeros((2, 3));
    let n = 3;
    let _ = bcast!(x * 2.0, to = [n]);
}
