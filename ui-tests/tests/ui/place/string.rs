use bcast::bcast;
use ndarray::Array1;

fn main() {
    let a = Array1::<u8>::zeros(3);
    let mut y = String::new();
    bcast!(y = a);
}
