use bcast::bcast;
use ndarray::Array2;

fn main() {
    let x = Array2::<f64>::zeros((2, 3));
    let _ = bcast!(x.sum_axis(1));
}
