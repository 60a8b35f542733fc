use bcast::bcast;
use ndarray::{Array1, Array2};

fn main() {
    let (x, table) = (Array1::<f32>::zeros(3), Array2::<f32>::zeros((2, 3)));
    let _ = bcast!(x + table.row(0));
}
