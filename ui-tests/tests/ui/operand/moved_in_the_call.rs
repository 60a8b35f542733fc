use bcast::bcast;
use ndarray::Array1;

fn main() {
    let a = Array1::<f32>::zeros(3);
    let b = a;
    let _ = bcast!(a + b);
}
