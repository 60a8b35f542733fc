use bcast::bcast;
use ndarray::Array2;

fn main() {
    let mut total = 0.0;
    let a = Array2::<f32>::zeros((2, 3));
    let _ = bcast!({ total += a; a });
}
