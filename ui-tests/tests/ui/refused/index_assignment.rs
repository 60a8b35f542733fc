use bcast::bcast;
use ndarray::Array1;

fn main() {
    let mut table = [0; 4];
    let x = Array1::<usize>::zeros(3);
    let _ = bcast!({ table[x] += 1; x });
}
