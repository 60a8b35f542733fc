//! Both reductions take an axis that only the run time knows, and nothing stands outside.

use bcast::bcast;
use ndarray::Array2;

fn main() {
    let (x, k) = (Array2::<f64>::ones((3, 4)), 1);
    let _ = bcast!(max(x, axis = k) - min(x, axis = k));
}
