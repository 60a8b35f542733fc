use bcast::bcast;
use ndarray::Array1;

fn main() {
    let data = Array1::<f32>::zeros(3);
    let _ = bcast!(data, mode = bidirectional, to = [4], where data: [C]);
}
