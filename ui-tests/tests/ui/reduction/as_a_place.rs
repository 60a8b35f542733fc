use bcast::bcast;
use ndarray::Array2;

fn sums(x: &Array2<f32>, y: &mut Array2<f32>) {
    bcast!(sum(y, axis = 0) = x)
}

fn main() {}
