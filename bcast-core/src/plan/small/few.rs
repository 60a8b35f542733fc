//! The loops over few elements, laid out axis on axis: each axis of the output is a loop, and loops coalesce where all arrays are even.

use super::{COLUMNS, Column, DEPTH, Loops, dense};

/// Lays out loops over arrays whose axes lie side by side in the output, of at most [`DEPTH`] axes, or over dense arrays that have all axes of the
/// output or its last ones.
pub(crate) struct Few {
    loops: Loops,
    /// The axes of the output up to the last one that is longer than 1; that one is the innermost loop.
    depth: usize,
    /// True if each array steps from row to row, and from sheet to sheet, as far as a whole row or sheet.
    are_even: [bool; 2],
    /// Of an output of more axes: those from row to row. The others are within a row.
    outer: usize,
    /// True if some operand has other lengths than the output.
    pub(crate) stretches: bool,
}

impl Few {
    /// No loops, for [`begin`](Self::begin) and [`add`](Self::add) to fill.
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Few { loops: Loops::new(), depth: 0, are_even: [true; 2], outer: 0, stretches: false }
    }

    /// Begins with the output, which is dense in C order if it has no strides. If it has more than [`DEPTH`] axes, each operand has all of
    /// them or the last `least`. False if there is another way to lay it out, or nothing to compute.
    #[inline(always)]
    #[must_use]
    pub(crate) fn begin(&mut self, output: &Column<'_>, least: usize) -> bool {
        let (shape, is_new) = (output.shape, output.strides.is_empty());
        let (mut steps, mut count) = ([0; DEPTH], 1_usize);
        self.depth = shape.len();
        if self.depth > DEPTH {
            if least == 0 || !(is_new || dense(output).is_some()) {
                return false;
            }
            self.outer = self.depth - least;
            let (rows, row) = shape.split_at(self.outer);
            self.loops.lengths = [row.iter().product(), rows.iter().product(), 1];
            steps = [1, self.loops.lengths[0] as isize, 0];
            count = self.loops.lengths[0] * self.loops.lengths[1];
        } else {
            while self.depth > 0 && shape[self.depth - 1] == 1 {
                self.depth -= 1;
            }
            let mut level = 0;
            while level < self.depth {
                let axis = self.depth - 1 - level;
                self.loops.lengths[level] = shape[axis];
                steps[level] = if is_new { count as isize } else { output.strides[axis] };
                count *= shape[axis];
                level += 1;
            }
        }
        self.loops.count = count;
        self.step(output, steps);
        count != 0
    }

    /// Adds an operand, whose axes lie on the output's from `first` on; false if it is not as [`begin`](Self::begin) says.
    #[inline(always)]
    #[must_use]
    pub(crate) fn add(&mut self, operand: &Column<'_>, output: &[usize], first: usize) -> bool {
        let own = operand.shape.len();
        if self.loops.columns >= COLUMNS || operand.strides.len() != own || first.saturating_add(own) > output.len() {
            return false;
        }
        self.stretches |= own != output.len();
        if output.len() > DEPTH {
            return self.add_dense(operand, output, first);
        }
        let mut steps = [0; DEPTH];
        let mut axis = 0;
        while axis < own {
            let (length, at) = (operand.shape[axis], first + axis);
            // Every address relies on this comparison.
            if length == output[at] {
                if at < self.depth {
                    steps[self.depth - 1 - at] = operand.strides[axis];
                }
            } else if length == 1 {
                self.stretches = true;
            } else {
                return false;
            }
            axis += 1;
        }
        self.step(operand, steps);
        true
    }

    /// [`add`](Self::add), for outputs of more than [`DEPTH`] axes: the operand has the lengths of the axes on which it lies, and is dense.
    #[inline(never)]
    fn add_dense(&mut self, operand: &Column<'_>, output: &[usize], first: usize) -> bool {
        let own = operand.shape.len();
        if first != 0 && first != self.outer || first + own != output.len() {
            return false;
        }
        // A loop that ends early takes less time for few axes than vectors do.
        let (mut axis, mut step) = (own, 1);
        while axis > 0 {
            axis -= 1;
            let (length, stride) = (operand.shape[axis], operand.strides[axis]);
            if length != output[first + axis] || stride != step && length != 1 {
                return false;
            }
            step *= length as isize;
        }
        self.step(operand, [1, if first == 0 { self.loops.lengths[0] as isize } else { 0 }, 0]);
        true
    }

    /// Notes an array with its strides within a row, from row to row and from sheet to sheet, in elements.
    #[inline(always)]
    fn step(&mut self, array: &Column<'_>, [inner, outer, sheet]: [isize; DEPTH]) {
        // A single element is a run.
        let inner = if self.depth == 0 { 1 } else { inner };
        let loops = &mut self.loops;
        let ([length, rows, sheets], column) = (loops.lengths, loops.columns);
        let row = inner.wrapping_mul(length as isize);
        // Nothing steps along an axis of length 1, whatever stride it has.
        let outer = if rows == 1 { row } else { outer };
        self.are_even[0] &= outer == row;
        self.are_even[1] &= sheets == 1 || sheet == outer.wrapping_mul(rows as isize);
        // The output has no bit: it steps along a row.
        loops.standing |= (u32::from(inner == 0) << column) >> 1;
        loops.is_apart |= inner >> 1 != 0;
        (loops.pointers[column], loops.sizes[column], loops.inner[column]) = (array.pointer, array.size, inner);
        loops.outer[column] = outer.wrapping_mul(array.size as isize);
        loops.sheet[column] = sheet.wrapping_mul(array.size as isize);
        loops.columns += 1;
    }

    /// The loops, without [`Loops::classify`].
    #[inline(always)]
    pub(crate) fn finish(&mut self) -> &mut Loops {
        let loops = &mut self.loops;
        let [length, rows, sheets] = loops.lengths;
        match self.are_even {
            [true, true] => loops.lengths = [loops.count, 1, 1],
            [true, false] => {
                loops.lengths = [length * rows, sheets, 1];
                loops.outer = loops.sheet;
            }
            [false, true] => loops.lengths = [length, rows * sheets, 1],
            [false, false] => {}
        }
        loops
    }
}
