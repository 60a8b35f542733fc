//! The plan of a small call whose last axes meet: one loop of rows, without the maps of axes that [`Loops`](super::Loops) need.

use super::{COLUMNS, Column, Row, dense};

/// Places of at most two axes, or dense arrays of two ranks. Column 0 is the output.
pub(crate) struct Rows {
    pub(crate) pointers: Row<*const u8>,
    /// The strides within a row, in elements.
    pub(crate) inner: Row<isize>,
    /// The strides from row to row, in bytes.
    pub(crate) outer: Row<isize>,
    pub(crate) rows: usize,
    pub(crate) length: usize,
    /// A bit for each operand that stays at one element along a row; the first operand's is the lowest.
    pub(crate) standing: u32,
    /// True if some array's row is neither contiguous nor one element.
    pub(crate) is_apart: bool,
    /// True if no array has a shorter stride from row to row than within a row.
    pub(crate) is_along: bool,
    columns: usize,
    /// The axes of the output from row to row; the others are within a row.
    axes: usize,
    is_dense: bool,
}

impl Rows {
    /// Rows without arrays.
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Rows {
            pointers: [core::ptr::null(); COLUMNS],
            inner: [0; COLUMNS],
            outer: [0; COLUMNS],
            rows: 1,
            length: 1,
            standing: 0,
            is_apart: false,
            is_along: true,
            columns: 0,
            axes: 0,
            is_dense: true,
        }
    }

    /// Begins the fresh `self` with the output. Each operand has its shape or, if the rank is `least`, its last axes; with `is_dense`, and of
    /// outputs of more than two axes, all arrays are dense in C order. False if the output is not, or there is nothing to compute.
    #[inline(always)]
    #[must_use]
    pub(crate) fn begin(&mut self, output: &Column<'_>, least: usize, is_dense: bool) -> bool {
        let rank = output.shape.len();
        self.is_dense = is_dense || rank > 2;
        self.axes = if self.is_dense { rank - least } else { rank.saturating_sub(1) };
        if least == 0 || output.strides.len() != rank || self.is_dense && dense(output).is_none() {
            return false;
        }
        let mut axis = 0;
        while axis < rank {
            let loops = if axis < self.axes { &mut self.rows } else { &mut self.length };
            *loops = loops.saturating_mul(output.shape[axis]);
            axis += 1;
        }
        self.step(output, rank);
        self.rows != 0 && self.length != 0
    }

    /// Adds an operand; false if it is not as [`begin`](Self::begin) says.
    #[inline(always)]
    #[must_use]
    pub(crate) fn add(&mut self, operand: &Column<'_>, output: &Column<'_>) -> bool {
        let (own, rank, strides) = (operand.shape.len(), output.shape.len(), operand.strides);
        if own != rank && own != rank - self.axes || strides.len() != own || self.columns >= COLUMNS {
            return false;
        }
        // Every address relies on this check. A loop that ends early takes less time for few axes than vectors do.
        let mut axis = 0;
        while axis < own {
            let at = rank - own + axis;
            let has = operand.shape[axis] == output.shape[at];
            if self.is_dense && !(has && strides[axis] == output.strides[at]) || !has && operand.shape[axis] != 1 {
                return false;
            }
            axis += 1;
        }
        self.step(operand, rank);
        true
    }

    /// Notes an array, which steps from row to row if it has all axes of the output.
    #[inline(always)]
    fn step(&mut self, array: &Column<'_>, rank: usize) {
        let (own, size) = (array.shape.len(), array.size as isize);
        // In dense memory an axis of length 1 may have any stride.
        let inner = match self.is_dense {
            true => 1,
            false if array.shape[own - 1] == self.length => array.strides[own - 1],
            false => 0,
        };
        let outer = match own == rank && self.axes > 0 {
            true if self.is_dense => self.length as isize,
            true if array.shape[0] == self.rows => array.strides[0],
            _ => 0,
        };
        // The output has no bit: it steps along a row, or there is but one element.
        self.standing |= (u32::from(inner == 0) << self.columns) >> 1;
        self.is_apart |= inner >> 1 != 0;
        self.is_along &= outer == 0 || outer.unsigned_abs() >= inner.unsigned_abs();
        (self.pointers[self.columns], self.inner[self.columns]) = (array.pointer, inner);
        self.outer[self.columns] = outer.wrapping_mul(size);
        self.columns += 1;
    }
}
