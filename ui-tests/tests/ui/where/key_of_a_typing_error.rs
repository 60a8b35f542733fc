use bcast::bcast;
use ndarray::Array1;

fn main() {
    let gamma = Array1::<f32>::zeros(3);
    let _ = bcast!(gamma * 2.0, where gama: [3]);
}
