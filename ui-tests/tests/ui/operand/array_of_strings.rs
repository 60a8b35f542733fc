use bcast::bcast;
use ndarray::Array1;

fn main() {
    let words = Array1::<String>::default(3);
    let _ = bcast!(words.len());
}
