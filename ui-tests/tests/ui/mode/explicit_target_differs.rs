use bcast::bcast;
use ndarray::Array2;

fn main() {
    let data = Array2::<f32>::zeros((3, 4));
    let _ = bcast!(data, mode = explicit, axes = [0, 2], to = [3, 2, 5], where data: [3, 4]);
}
