use bcast::bcast;
use ndarray::Array1;

fn main() {
    let a = Array1::<i32>::zeros(3);
    let b = Array1::<i32>::zeros(3);
    let _ = bcast!(a + b.checked_add(1)?);
}
