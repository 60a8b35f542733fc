//! Two reductions of which one has an axis that only the run time knows: the rank of the result is open.

use bcast::bcast;
use ndarray::Array2;

fn main() {
    let (x, k) = (Array2::<f64>::ones((3, 4)), 1);
    let _ = bcast!(sum(x, axis = k) / sum(x, axis = 0));
}
