use bcast::bcast;
use ndarray::Array2;

fn main() {
    let (a, b) = (Array2::<f32>::zeros((2, 2)), Array2::<f32>::zeros((2, 2)));
    let m = bcast!(a > b);
    let _ = bcast!(not m);
}
