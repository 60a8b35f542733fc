#![deny(deprecated)]

use bcast::bcast;
use ndarray::{Array1, Array2};

macro_rules! difference {
    ($one:ident: $first:tt, $other:ident: $second:tt) => {
        bcast!($one - $other, where $one: $first, $other: $second)
    };
}

fn main() {
    let (predicted, wanted) = (Array2::<f32>::zeros((32, 1)), Array1::<f32>::zeros(32));
    let _ = difference!(predicted: [N, 1], wanted: [N]);
}
