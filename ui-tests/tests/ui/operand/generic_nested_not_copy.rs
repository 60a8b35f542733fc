use bcast::bcast;
use std::ops::Neg;

pub fn negate<T: Neg<Output = T>, const N: usize>(a: &[T; N]) -> [T; N] {
    bcast!(-a)
}

fn main() {}
