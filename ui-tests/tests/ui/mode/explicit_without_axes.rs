use bcast::bcast;
use ndarray::Array1;

fn main() {
    let data = Array1::<f32>::zeros(3);
    let _ = bcast!(data, mode = explicit, to = [3, 4], where data: [3]);
}
