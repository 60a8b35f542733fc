use bcast::bcast;
use ndarray::{Array1, array};

fn main() {
    let (m, x) = (array![true, false, true], Array1::<f64>::zeros(3));
    let _ = bcast!(m & x > 1.0);
}
