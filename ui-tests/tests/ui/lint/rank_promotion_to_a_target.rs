#![deny(deprecated)]

use bcast::bcast;
use ndarray::Array1;

fn main() {
    let row = Array1::<f32>::zeros(3);
    let _ = bcast!(row, to = [3, 2, 3], where row: [3]);
}
