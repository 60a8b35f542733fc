use bcast::bcast;
use ndarray::Array2;

fn main() {
    let a = Array2::<f32>::zeros((2, 3));
    let c: Array2<f32> = bcast!(a + 1.0, to = vec![2, 3]);
}
