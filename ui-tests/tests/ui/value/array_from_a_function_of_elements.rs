use bcast::bcast;
use ndarray::Array1;

fn one_hot(label: usize) -> Vec<f32> {
    (0..10).map(|i| if i == label { 1.0 } else { 0.0 }).collect()
}

fn main() {
    let (x, labels) = (Array1::<f32>::zeros(10), Array1::<usize>::zeros(10));
    let _ = bcast!(x * one_hot(labels));
}
