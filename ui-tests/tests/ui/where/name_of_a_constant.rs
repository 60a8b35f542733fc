use bcast::bcast;
use ndarray::{Array1, Array2};

fn main() {
    let (x, row) = (Array2::<f32>::zeros((2, 7)), Array1::<f32>::zeros(7));
    const N: usize = 7;
    let _ = bcast!(x - row, where x: [2, N], row: [N]);
}
