use bcast::bcast;
use ndarray::Array1;

fn main() {
    let table = [0.5_f32, 0.25];
    let a = Array1::<usize>::zeros(3);
    let b = Array1::<f32>::zeros(3);
    let _ = bcast!(table[a] + b);
}
