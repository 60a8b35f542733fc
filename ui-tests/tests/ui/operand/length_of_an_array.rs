use bcast::bcast;
use ndarray::Array1;

fn main() {
    let a = Array1::<f32>::zeros(3);
    let _ = bcast!(a / a.len() as f32);
}
