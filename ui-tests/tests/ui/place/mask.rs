use bcast::bcast;
use ndarray::Array1;

fn main() {
    let (x, mut y) = (Array1::<f64>::zeros(3), Array1::<f64>::zeros(3));
    bcast!(y[x > 3.0] = 0.0);
}
