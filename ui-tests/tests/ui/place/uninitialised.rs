use bcast::bcast;
use ndarray::{Array2, array};
use std::mem::MaybeUninit;

fn main() {
    let (a, b) = (array![[1.0, 2.0]], array![3.0, 4.0]);
    let mut y = Array2::<f64>::uninit((1, 2));
    bcast!(y += a * b);
    bcast!(y = 0.9 * y + a);
    bcast!((y, a) = (a, y));
    bcast!(y = MaybeUninit::new(a * b));
}
