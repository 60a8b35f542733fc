// `exp` takes no argument.
use bcast::bcast;
use ndarray::array;

fn main() {
    let x = array![1.0_f32, 2.0];
    let _ = bcast!(x.exp(1) + x);
}
