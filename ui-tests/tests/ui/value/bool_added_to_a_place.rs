use bcast::bcast;
use ndarray::Array1;

fn main() {
    let (mut hits, score) = (Array1::<u32>::zeros(3), Array1::<f32>::zeros(3));
    bcast!(hits += score > 0.5);
}
