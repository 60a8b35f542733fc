use bcast::bcast;
use ndarray::Array1;

fn main() {
    let data = Array1::<f32>::zeros(3);
    let _ = bcast!(data, mode = explicit, axes = [1, 2], to = [2, 3, 4, 5], where data: [3]);
}
