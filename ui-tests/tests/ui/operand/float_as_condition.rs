use bcast::bcast;
use ndarray::Array2;

fn main() {
    let a = Array2::<f32>::zeros((2, 3));
    let _ = bcast!(if a { 1.0 } else { 0.0 });
}
