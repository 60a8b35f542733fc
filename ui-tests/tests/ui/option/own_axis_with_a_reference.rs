use bcast::bcast;
use ndarray::Array2;

fn main() {
    let x = Array2::<f32>::zeros((4, 3));
    let _ = bcast!(x - &x.column(0), axis(&x.column(0)) = 0);
}
