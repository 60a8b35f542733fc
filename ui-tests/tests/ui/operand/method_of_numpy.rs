use bcast::bcast;
use ndarray::Array2;

fn main() {
    let x = Array2::<f32>::zeros((2, 3));
    let _ = bcast!(x.clip(0.0, 1.0) + 1.0);
}
