use bcast::bcast;
use ndarray::Array1;

fn main() {
    let mut y = Array1::<f32>::zeros(3);
    let a = y.clone();
    bcast!(y + 1.0 = a);
}
