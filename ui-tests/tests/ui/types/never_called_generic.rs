use std::ops::Add;

use bcast::{Tensor, bcast, shape};

fn main() {}

#[allow(dead_code)]
fn total<T: Copy + Add<Output = T>, const N: usize>(a: Tensor<T, shape![N, 3]>, b: [[T; 4]; N]) -> T {
    bcast!(a + b)[[0, 0]]
}
