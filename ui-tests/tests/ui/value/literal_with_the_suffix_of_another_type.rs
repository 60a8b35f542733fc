use bcast::bcast;
use ndarray::Array1;

fn main() {
    let celsius = Array1::<f32>::zeros(3);
    let _ = bcast!(celsius * 1.8_f64 + 32.0);
}
