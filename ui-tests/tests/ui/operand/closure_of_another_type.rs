use bcast::bcast;
use ndarray::Array2;

fn main() {
    let a = Array2::<f32>::zeros((2, 3));
    let scale = |x: f64| x * 2.0;
    let _ = bcast!(scale(a));
}
