use bcast::bcast;
use ndarray::Array1;

fn main() {
    let b = Array1::<f32>::zeros(3);
    let _ = bcast!(b, mode = explicit, axes = [2], to = [2, 3], where b: [3]);
}
