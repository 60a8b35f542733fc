use bcast::bcast;
use ndarray::Array1;

fn main() {
    let (x, several, i) = (Array1::<f64>::zeros(3), [Array1::<f64>::zeros(3), Array1::zeros(3)], 1);
    let _ = bcast!(x * several[i]);
}
