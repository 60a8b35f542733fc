use bcast::bcast;
use ndarray::Array1;

fn main() {
    let (row, column) = (Array1::<f32>::zeros(3), Array1::<f32>::zeros(2));
    let _ = bcast!(row * column, axis(column) = 0, axis(row) = 2, where row: [W], column: [H]);
}
