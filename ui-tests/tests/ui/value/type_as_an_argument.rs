use bcast::bcast;
use ndarray::Array1;

fn main() {
    let x = Array1::<f64>::zeros(3);
    let _ = bcast!(x.astype(f32));
}
