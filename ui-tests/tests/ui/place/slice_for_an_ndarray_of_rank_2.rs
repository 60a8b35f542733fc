use bcast::bcast;
use ndarray::Array2;

fn main() {
    let x = Array2::<f32>::zeros((2, 3));
    let mut sums = vec![0.0; 3];
    bcast!(sums += x * 2.0);
}
