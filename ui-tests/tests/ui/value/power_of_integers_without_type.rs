use bcast::bcast;
use ndarray::array;

fn main() {
    let p = array![1, 2];
    let _ = bcast!(p.pow(2));
}
