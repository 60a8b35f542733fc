use bcast::bcast;
use ndarray::{Array1, Array2};

fn center<const N: usize>(x: &Array2<f32>, row: &Array1<f32>) -> Array2<f32> {
    bcast!(x - row, where x: [2, N], row: [N])
}

fn main() {
    let (x, row) = (Array2::<f32>::zeros((2, 7)), Array1::<f32>::zeros(7));
    let _ = center::<7>(&x, &row);
}
