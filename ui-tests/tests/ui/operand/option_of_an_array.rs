use bcast::bcast;
use ndarray::Array1;

fn main() {
    let a = Some(Array1::<f32>::zeros(3));
    let _ = bcast!(a + 1.0);
}
