//! Reproducible random numbers.

use std::ops::Range;

use ndarray::{Array, Array1, Array2, Dimension, ShapeBuilder};

/// A small generator (splitmix64), good enough for data without a learnable pattern.
pub struct Random(u64);

impl Random {
    /// The generator for `seed`.
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }

    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number of `range`.
    pub fn number(&mut self, range: Range<f64>) -> f64 {
        range.start + (self.bits() >> 11) as f64 / (1_u64 << 53) as f64 * (range.end - range.start)
    }

    /// A number below `bound`, which is not 0.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.bits() % bound as u64) as usize
    }

    /// An array of numbers of `range`.
    pub fn array<D: Dimension>(&mut self, shape: impl ShapeBuilder<Dim = D>, range: Range<f64>) -> Array<f64, D> {
        Array::from_shape_simple_fn(shape, || self.number(range.clone()))
    }

    /// A vector of numbers of `range`.
    pub fn vector(&mut self, length: usize, range: Range<f64>) -> Array1<f64> {
        self.array(length, range)
    }

    /// A matrix of numbers of `range`.
    pub fn matrix(&mut self, shape: (usize, usize), range: Range<f64>) -> Array2<f64> {
        self.array(shape, range)
    }
}
