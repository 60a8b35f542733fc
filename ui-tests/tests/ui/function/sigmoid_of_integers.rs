// Integers have no `sigmoid`.
use bcast::bcast;
use ndarray::array;

fn main() {
    let x = array![1_i32, 2];
    let _ = bcast!(x.sigmoid());
}
