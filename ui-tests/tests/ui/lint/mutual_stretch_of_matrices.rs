#![deny(deprecated)]

use bcast::bcast;
use ndarray::Array2;

fn main() {
    let (row, column) = (Array2::<f32>::zeros((1, 4)), Array2::<f32>::zeros((4, 1)));
    let _ = bcast!(row * column, where row: [1, 4], column: [4, 1]);
}
