//! The plan of a small call as one loop of rows, without the other loops of [`Loops`](super::Loops).

use super::{COLUMNS, Column, Row, dense};

/// Arrays of at most two axes, or dense ones that have all axes of the output or its last ones. Column 0 is the output.
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
        }
    }

    /// Begins the fresh `self` with the output, which is dense in C order if it has no strides. If it has more than two axes, each operand has all
    /// of them or the last `least`. False if there is another way to lay it out, or nothing to compute.
    #[inline(always)]
    #[must_use]
    pub(crate) fn begin(&mut self, output: &Column<'_>, least: usize) -> bool {
        let is_new = output.strides.is_empty();
        let strides = match (output.shape, output.strides) {
            (&[length], strides) => {
                self.length = length;
                [0, if is_new { 1 } else { strides[0] }]
            }
            (&[rows, length], strides) => {
                (self.rows, self.length, self.axes) = (rows, length, 1);
                if is_new { [length as isize, 1] } else { [strides[0], strides[1]] }
            }
            (shape, _) if shape.len() > 2 && least > 0 && (is_new || dense(output).is_some()) => {
                self.axes = shape.len() - least;
                let (rows, row) = shape.split_at(self.axes);
                (self.rows, self.length) = (rows.iter().product(), row.iter().product());
                [self.length as isize, 1]
            }
            _ => return false,
        };
        self.step(output, strides);
        self.rows != 0 && self.length != 0
    }

    /// Adds an operand, whose axes lie on the output's from `first` on; false if it is not as [`begin`](Self::begin) says.
    #[inline(always)]
    #[must_use]
    pub(crate) fn add(&mut self, operand: &Column<'_>, output: &Column<'_>, first: usize) -> bool {
        if self.columns >= COLUMNS {
            return false;
        }
        let is_row = first == self.axes;
        // An axis that an operand lacks has length 1. Every address relies on the comparisons here.
        let (lengths, strides) = match (operand.shape, operand.strides) {
            _ if output.shape.len() > 2 => return self.add_dense(operand, output, first),
            (&[length], &[stride]) if is_row => ([1, length], [0, stride]),
            (&[length], &[stride]) if first == 0 => ([length, 1], [stride, 0]),
            (&[rows, length], &[outer, inner]) if first == 0 && self.axes == 1 => ([rows, length], [outer, inner]),
            _ => return false,
        };
        let has = [lengths[0] == self.rows, lengths[1] == self.length];
        if !has[0] && lengths[0] != 1 || !has[1] && lengths[1] != 1 {
            return false;
        }
        let steps = [if has[0] { strides[0] } else { 0 }, if has[1] { strides[1] } else { 0 }];
        self.step(operand, steps);
        true
    }

    /// [`add`](Self::add), for outputs of more than two axes: the operand has the lengths of the axes on which it lies, and is dense.
    #[inline(always)]
    fn add_dense(&mut self, operand: &Column<'_>, output: &Column<'_>, first: usize) -> bool {
        let (own, rank) = (operand.shape.len(), output.shape.len());
        if first != 0 && first != self.axes || first + own != rank || operand.strides.len() != own {
            return false;
        }
        // A loop that ends early takes less time for few axes than vectors do.
        let (mut axis, mut step) = (own, 1);
        while axis > 0 {
            axis -= 1;
            let (length, stride) = (operand.shape[axis], operand.strides[axis]);
            if length != output.shape[first + axis] || stride != step && length != 1 {
                return false;
            }
            step *= length as isize;
        }
        self.step(operand, [if first == 0 { self.length as isize } else { 0 }, 1]);
        true
    }

    /// Notes an array with its strides from row to row and within a row, in elements.
    #[inline(always)]
    fn step(&mut self, array: &Column<'_>, [outer, inner]: [isize; 2]) {
        // The output has no bit: it steps along a row, or there is but one element.
        self.standing |= (u32::from(inner == 0) << self.columns) >> 1;
        self.is_apart |= inner >> 1 != 0;
        self.is_along &= outer == 0 || outer.unsigned_abs() >= inner.unsigned_abs();
        (self.pointers[self.columns], self.inner[self.columns]) = (array.pointer, inner);
        self.outer[self.columns] = outer.wrapping_mul(array.size as isize);
        self.columns += 1;
    }
}
