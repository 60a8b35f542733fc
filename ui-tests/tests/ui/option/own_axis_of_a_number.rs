use bcast::bcast;
use ndarray::Array2;

fn main() {
    let (a, k) = (Array2::<f32>::zeros((2, 3)), 2.0_f32);
    let _ = bcast!(a * k, axis(k) = 1);
}
