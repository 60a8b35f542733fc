use bcast::bcast;
use ndarray::Array1;

fn main() {
    let x = Array1::<f32>::ones(3);
    let _ = bcast!(1 / x);
}
