#![allow(deprecated)] // The pair is not about the feature `rayon`, which is off.
use std::ops::Mul;

use bcast::bcast;
use ndarray::{Array1, Array2};

pub fn scale<T: Copy + Mul<Output = T>>(x: &Array2<T>, gain: &Array1<T>) -> Array2<T> {
    bcast!(x * gain, threads)
}

pub fn addresses(x: &mut Array2<usize>, pointers: &Array1<*const u8>) {
    bcast!(x = { let at = pointers as usize; at }, threads);
}

fn main() {}
