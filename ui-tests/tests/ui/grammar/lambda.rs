use bcast::bcast;
use ndarray::Array2;

fn main() {
    let (a, b) = (Array2::<f32>::zeros((2, 2)), Array2::<f32>::zeros((2, 2)));
    let _ = bcast!(lambda a: a * b);
}
