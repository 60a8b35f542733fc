use bcast::bcast;
use ndarray::Array2;

fn main() {
    let data = Array2::<f32>::zeros((2, 3));
    let _ = bcast!(data, to = [1, 3], where data: [2, 3]);
}
