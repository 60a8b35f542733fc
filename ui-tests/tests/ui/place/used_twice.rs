use bcast::bcast;
use ndarray::Array2;

fn main() {
    let mut a = Array2::<f32>::zeros((2, 3));
    bcast!(a = &a.t() + a);
}
