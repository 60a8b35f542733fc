use bcast::bcast;
use ndarray::Array2;

fn main() {
    let x = Array2::<usize>::zeros((2, 3));
    let _ = bcast!(x * len(axis = 0..));
}
