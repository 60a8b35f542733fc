// The type of the receiver is not known yet.
use bcast::bcast;
use ndarray::array;

fn main() {
    let x = array![1.0_f32, 2.0];
    let _ = bcast!((|t| t.exp())(x));
}
