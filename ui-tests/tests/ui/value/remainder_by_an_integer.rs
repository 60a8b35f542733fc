use bcast::bcast;
use ndarray::Array1;

fn main() {
    let angle = Array1::<f64>::zeros(3);
    let _ = bcast!(angle % 360);
}
