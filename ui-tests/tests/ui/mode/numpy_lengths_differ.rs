use bcast::bcast;
use ndarray::Array1;

fn main() {
    let a = Array1::<f32>::zeros(3);
    let b = Array1::<f32>::zeros(2);
    let _ = bcast!(a + b, where a: [3], b: [2]);
}
