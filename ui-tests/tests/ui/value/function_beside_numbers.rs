use bcast::bcast;
use ndarray::Array1;

fn main() {
    let x = Array1::<f64>::ones(3);
    let scale = |t: f64| t * 2.0;
    let _ = bcast!(1.0 - x * scale);
}
