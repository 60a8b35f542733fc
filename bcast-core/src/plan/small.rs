//! The plan of a small call: at most three loops over a few arrays, laid out in one pass over the strides.

use crate::rules::axis_map::AxisMap;

mod few;
#[cfg(test)]
pub(crate) mod tests;

pub(crate) use few::Few;

/// The number of arrays that a small plan has room for, the output included.
pub(crate) const COLUMNS: usize = 8;
/// The most loops, after coalescing.
pub(crate) const DEPTH: usize = 3;
/// The highest rank of an output.
const MAX_RANK: usize = 8;

/// An array in memory: its elements have `size` bytes, its strides count elements.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Column<'a> {
    pub(crate) pointer: *const u8,
    pub(crate) size: usize,
    pub(crate) shape: &'a [usize],
    pub(crate) strides: &'a [isize],
}

/// Arrays of equal shape and layout: one loop over `count` elements. Column 0 is the output.
#[derive(Clone, Copy)]
pub(crate) struct Run {
    pub(crate) columns: usize,
    pub(crate) pointers: Row<*const u8>,
    /// The sizes of the elements.
    pub(crate) sizes: Row<usize>,
    pub(crate) count: usize,
    /// True if the arrays are dense in C order.
    pub(crate) is_in_c_order: bool,
}

impl Run {
    /// An empty run for [`lay`](Self::lay) to fill.
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Run { columns: 0, pointers: [core::ptr::null(); COLUMNS], sizes: [0; COLUMNS], count: 0, is_in_c_order: true }
    }

    /// Lays out the loop over arrays of one shape, dense in C order or, with `any_order`, in another one, into the fresh `self`; false if
    /// an array differs, or there is nothing to compute.
    #[inline]
    #[must_use]
    pub(crate) fn lay<'a>(
        &mut self,
        output: &Column<'_>,
        operands: impl Iterator<Item = Column<'a>>,
        any_order: bool,
    ) -> bool {
        let (shape, strides) = (output.shape, output.strides);
        if strides.len() != shape.len() {
            return false;
        }
        (self.pointers[0], self.sizes[0], self.columns) = (output.pointer, output.size, 1);
        for operand in operands {
            if operand.shape.len() != shape.len() || operand.strides.len() != shape.len() || self.columns >= COLUMNS {
                return false;
            }
            for axis in 0..shape.len() {
                if operand.shape[axis] != shape[axis] || operand.strides[axis] != strides[axis] {
                    return false;
                }
            }
            (self.pointers[self.columns], self.sizes[self.columns]) = (operand.pointer, operand.size);
            self.columns += 1;
        }
        let mut count = 1_usize;
        for (&length, &stride) in shape.iter().zip(strides).rev() {
            if stride != count as isize && length != 1 {
                let count = if any_order { dense_in_some_order(shape, strides) } else { None };
                (self.count, self.is_in_c_order) = (count.unwrap_or(0), false);
                return self.count != 0;
            }
            let Some(product) = count.checked_mul(length) else { return false };
            count = product;
        }
        self.count = count;
        // Arrays of zero-sized elements may exceed the count that the rulebook accepts.
        count != 0 && count <= isize::MAX as usize
    }
}

/// The number of elements if they are contiguous, whatever axis is the innermost, and all strides are positive.
#[inline(never)]
pub(crate) fn dense_in_some_order(shape: &[usize], strides: &[isize]) -> Option<usize> {
    let mut count = 1_usize;
    // Each round finds the next axis outwards.
    for _ in shape.iter().filter(|&&length| length != 1) {
        let mut axes = shape.iter().zip(strides);
        let (length, _) = axes.find(|&(&length, &stride)| length != 1 && stride == count as isize)?;
        count = count.checked_mul(*length)?;
    }
    (count <= isize::MAX as usize && strides.iter().all(|&stride| stride > 0)).then_some(count)
}

/// True if an array steps a shorter way, in bytes, from row to row than within a row of elements of `size` bytes.
#[inline(always)]
pub(crate) fn is_across(inner: isize, size: usize, outer: isize) -> bool {
    (1..inner.unsigned_abs().saturating_mul(size)).contains(&outer.unsigned_abs())
}

/// The number of elements of an array that is dense in C order.
#[inline(always)]
pub(crate) fn dense(array: &Column<'_>) -> Option<usize> {
    let mut count = 1_usize;
    for (&length, &stride) in array.shape.iter().zip(array.strides).rev() {
        if stride != count as isize && length != 1 {
            return None;
        }
        count = count.checked_mul(length).filter(|&count| count <= isize::MAX as usize)?;
    }
    (array.shape.len() == array.strides.len()).then_some(count)
}

/// One value per array; the output's is first.
pub(crate) type Row<T> = [T; COLUMNS];

/// At most three loops: sheets of rows of elements. Column 0 is the output.
pub(crate) struct Loops {
    pub(crate) columns: usize,
    pub(crate) pointers: Row<*const u8>,
    /// The sizes of the elements.
    pub(crate) sizes: Row<usize>,
    /// The strides within a row, in elements.
    pub(crate) inner: Row<isize>,
    /// The strides from row to row, in bytes.
    pub(crate) outer: Row<isize>,
    /// The strides from sheet to sheet, in bytes.
    pub(crate) sheet: Row<isize>,
    /// The elements per row, the rows per sheet, and the number of sheets; 1 for absent loops.
    pub(crate) lengths: [usize; DEPTH],
    /// The product of the lengths.
    pub(crate) count: usize,
    /// A bit for each operand that stays at one element along a row; the first operand's is the lowest.
    pub(crate) standing: u32,
    /// True if some array's row is neither contiguous nor one element.
    pub(crate) is_apart: bool,
    /// A bit for each column whose elements are not contiguous; the output's is the lowest.
    pub(crate) in_parts: u32,
    /// True if no array has a shorter stride from row to row, or from sheet to sheet, than within a row of elements apart.
    pub(crate) is_along: bool,
}

impl Loops {
    /// Empty loops for [`lay`](Self::lay) to fill.
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Loops {
            columns: 0,
            pointers: [core::ptr::null(); COLUMNS],
            sizes: [0; COLUMNS],
            inner: [1; COLUMNS],
            outer: [0; COLUMNS],
            sheet: [0; COLUMNS],
            lengths: [1; DEPTH],
            count: 0,
            standing: 0,
            is_apart: false,
            in_parts: 0,
            is_along: true,
        }
    }

    /// Lays out the loops over `output` into the fresh `self`. Each operand's axes sit at their map's output axes plus `shift`, and stretch
    /// where their length is 1. False if there are too many axes, arrays or loops, or there is nothing to compute.
    #[inline(always)]
    #[must_use]
    pub(crate) fn lay<'a>(
        &mut self,
        output: &Column<'_>,
        operands: impl Iterator<Item = (Column<'a>, AxisMap<'a>)> + Clone,
        shift: usize,
    ) -> bool {
        match output.shape.len() {
            0..=MAX_RANK if self.lay_dense(output, operands.clone(), shift) => true,
            0..=2 => self.lay_axes::<2>(output, operands, shift),
            3..=4 => self.lay_axes::<4>(output, operands, shift),
            5..=MAX_RANK => self.lay_axes::<MAX_RANK>(output, operands, shift),
            _ => false,
        }
    }

    /// The usual case of [`lay`](Self::lay), in one pass: the output and all operands are dense in C order, so that strides follow from
    /// the axes that each has. False if it is another case; the lengths are fresh then.
    #[inline]
    fn lay_dense<'a>(
        &mut self,
        output: &Column<'_>,
        operands: impl Iterator<Item = (Column<'a>, AxisMap<'a>)>,
        shift: usize,
    ) -> bool {
        let (shape, mut columns) = (output.shape, 1);
        let Some(count) = dense(output).filter(|&count| count != 0) else { return false };
        (self.pointers[0], self.sizes[0]) = (output.pointer, output.size);
        // The set of the operands that have each axis of the output.
        let mut holders = [0_u32; MAX_RANK];
        for (operand, map) in operands {
            let (mut inner, mut step) = (shape.len(), 1);
            if columns >= COLUMNS || operand.strides.len() != operand.shape.len() {
                return false;
            }
            for axis in (0..operand.shape.len()).rev() {
                let (length, stride) = (operand.shape[axis], operand.strides[axis]);
                if length == 1 {
                    continue;
                }
                let Some(at) = map.output_axis(axis).map(|at| at + shift).filter(|&at| at < inner) else {
                    return false;
                };
                // Every address relies on this check: only axes of length 1 are dropped, and any other has the output's length.
                if shape[at] != length || stride != step {
                    return false;
                }
                (inner, step) = (at, step * length as isize);
                holders[at] |= 1 << columns;
            }
            (self.pointers[columns], self.sizes[columns]) = (operand.pointer, operand.size);
            columns += 1;
        }
        let (mut depth, mut lengths, mut lacks) = (0, [1; DEPTH], [0; DEPTH]);
        for (&length, &holders) in shape.iter().zip(&holders).rev() {
            let lack = ((1 << columns) - 2) & !holders;
            if length == 1 {
                continue;
            }
            if depth > 0 && lacks[depth - 1] == lack {
                lengths[depth - 1] *= length;
                continue;
            }
            if depth == DEPTH {
                return false;
            }
            (lengths[depth], lacks[depth]) = (length, lack);
            depth += 1;
        }
        (self.columns, self.count, self.lengths) = (columns, count, lengths);
        self.step_densely(lacks);
        true
    }

    /// Lays out the loops over dense arrays with so many positions before, along and after some axes, which the operands of the set `lack` do
    /// not have, into the fresh `self`.
    #[inline]
    pub(crate) fn lay_lacking(&mut self, run: &Run, [before, along, after]: [usize; 3], lack: u32) {
        (self.columns, self.pointers, self.sizes, self.count) = (run.columns, run.pointers, run.sizes, run.count);
        let is_last = after == 1;
        self.lengths = if is_last { [along, before, 1] } else { [after, along, before] };
        self.step_densely(if is_last { [lack, 0, 0] } else { [0, lack, 0] });
    }

    /// Sets the strides of loops over dense arrays, of which these sets stay at one element along each loop.
    #[inline(always)]
    fn step_densely(&mut self, lacks: [u32; DEPTH]) {
        (self.standing, self.in_parts) = (lacks[0] >> 1, lacks[0] | lacks[1] | lacks[2]);
        let ([length, rows, _], mut column) = (self.lengths, 0);
        while column < self.columns && column < COLUMNS {
            let has = |level: usize| lacks[level] >> column & 1 == 0;
            let size = self.sizes[column];
            let row = if has(0) { length * size } else { size };
            let sheet = if has(1) { row * rows } else { row };
            self.inner[column] = isize::from(has(0));
            self.outer[column] = if has(1) { row as isize } else { 0 };
            self.sheet[column] = if has(2) { sheet as isize } else { 0 };
            column += 1;
        }
    }

    /// [`lay`](Self::lay), for outputs of at most `RANK` axes.
    #[inline(never)]
    fn lay_axes<'a, const RANK: usize>(
        &mut self,
        output: &Column<'_>,
        operands: impl Iterator<Item = (Column<'a>, AxisMap<'a>)>,
        shift: usize,
    ) -> bool {
        let shape = output.shape;
        // The strides of all arrays along each axis.
        let mut axes = [[0; COLUMNS]; RANK];
        let axes = &mut axes[..shape.len()];
        if output.strides.len() != shape.len() {
            return false;
        }
        for (row, &stride) in axes.iter_mut().zip(output.strides) {
            row[0] = stride;
        }
        (self.pointers[0], self.sizes[0]) = (output.pointer, output.size);
        let mut columns = 1;
        for (operand, map) in operands {
            if columns >= COLUMNS {
                return false;
            }
            (self.pointers[columns], self.sizes[columns]) = (operand.pointer, operand.size);
            for (axis, (&length, &stride)) in operand.shape.iter().zip(operand.strides).enumerate() {
                if length == 1 {
                    continue;
                }
                // Every address relies on this check: only axes of length 1 are dropped, and any other has the output's length.
                match map.output_axis(axis) {
                    Some(at) if shift + at < axes.len() && shape[shift + at] == length => {
                        axes[shift + at][columns] = stride;
                    }
                    _ => return false,
                }
            }
            columns += 1;
        }
        self.columns = columns;
        let mut below = 0;
        let is_in_order = shape.iter().zip(&*axes).rev().filter(|&(&length, _)| length != 1).all(|(_, row)| {
            let is_outer = row[0] > below;
            below = row[0];
            is_outer
        });
        if is_in_order {
            return self.join(shape, axes);
        }
        let mut lengths = [0; RANK];
        let lengths = &mut lengths[..shape.len()];
        lengths.copy_from_slice(shape);
        self.order(lengths, axes);
        self.join(lengths, axes)
    }

    /// Brings the axes into the order of the output's memory: the order in which elements are computed is free.
    #[cold]
    #[inline(never)]
    fn order(&mut self, lengths: &mut [usize], axes: &mut [Row<isize>]) {
        for (&length, strides) in lengths.iter().zip(&mut *axes) {
            if length > 1 && strides[0] < 0 {
                for ((pointer, &size), stride) in self.pointers.iter_mut().zip(&self.sizes).zip(strides) {
                    let to_last = stride.wrapping_mul(length as isize - 1);
                    *pointer = pointer.wrapping_offset(to_last.wrapping_mul(size as isize));
                    *stride = stride.wrapping_neg();
                }
            }
        }
        for end in 1..axes.len() {
            let mut at = end;
            while at > 0 && axes[at - 1][0] < axes[at][0] {
                axes.swap(at - 1, at);
                lengths.swap(at - 1, at);
                at -= 1;
            }
        }
    }

    /// True if the rows of each array that is in parts are one.
    pub(crate) fn repeats(&self) -> bool {
        (0..self.columns).all(|column| self.in_parts >> column & 1 == 0 || self.outer[column] == 0)
    }

    /// Finds out which arrays are in parts, and whether all are along, of loops of [`Few`].
    pub(crate) fn classify(&mut self) {
        let [length, rows, sheets] = self.lengths;
        for column in 0..self.columns {
            let (inner, size) = (self.inner[column], self.sizes[column]);
            let (outer, sheet) = (self.outer[column], self.sheet[column]);
            let is_even = (rows == 1 || outer == (length * size) as isize)
                && (sheets == 1 || sheet == (length * rows * size) as isize);
            self.in_parts |= u32::from(!(inner == 1 && is_even)) << column;
            let is_across = |stride: isize| is_across(inner, size, stride);
            self.is_along &= (rows == 1 || !is_across(outer)) && (sheets == 1 || !is_across(sheet));
        }
    }

    /// Makes loops of the axes; axes that all arrays step through evenly coalesce.
    #[inline(always)]
    fn join(&mut self, shape: &[usize], axes: &[Row<isize>]) -> bool {
        let (mut depth, mut count) = (0, 1_usize);
        let mut levels: [&Row<isize>; DEPTH] = [&[0; COLUMNS]; DEPTH];
        for (&length, strides) in shape.iter().zip(axes).rev() {
            if length == 1 {
                continue;
            }
            if depth > 0 {
                let (inner, inner_length) = (levels[depth - 1], self.lengths[depth - 1] as isize);
                let mut is_even = true;
                let mut column = 0;
                while column < self.columns && column < COLUMNS {
                    is_even &= strides[column] == inner[column].wrapping_mul(inner_length);
                    column += 1;
                }
                if is_even {
                    // Overflows only for zero-sized elements.
                    let Some(product) = count.checked_mul(length) else { return false };
                    (self.lengths[depth - 1], count) = (self.lengths[depth - 1] * length, product);
                    continue;
                }
            }
            let Some(product) = count.checked_mul(length) else { return false };
            if depth == DEPTH {
                return false;
            }
            count = product;
            (self.lengths[depth], levels[depth]) = (length, strides);
            depth += 1;
        }
        if count == 0 || count > isize::MAX as usize {
            return false;
        }
        self.count = count;
        if depth > 0 {
            self.step(levels, depth);
        }
        true
    }

    /// Sets the strides of the loops, and classifies the layout of each array.
    #[inline(always)]
    fn step(&mut self, levels: [&Row<isize>; DEPTH], depth: usize) {
        let [length, rows, _] = self.lengths.map(|length| length as isize);
        let (mut standing, mut in_parts, mut beyond, mut is_along) = (0, 0, 0, true);
        self.inner = *levels[0];
        let mut column = 0;
        while column < self.columns && column < COLUMNS {
            let (inner, size) = (levels[0][column], self.sizes[column] as isize);
            let mut is_run = inner == 1;
            let is_across = |level: usize| is_across(inner, 1, levels[level][column]);
            standing |= u32::from(inner == 0) << column;
            beyond |= inner >> 1;
            if depth > 1 {
                is_run &= levels[1][column] == length;
                is_along &= !is_across(1);
                self.outer[column] = levels[1][column].wrapping_mul(size);
            }
            if depth > 2 {
                is_run &= levels[2][column] == length * rows;
                is_along &= !is_across(2);
                self.sheet[column] = levels[2][column].wrapping_mul(size);
            }
            in_parts |= u32::from(!is_run) << column;
            column += 1;
        }
        // The output's stride is 0 in no loop.
        (self.standing, self.in_parts, self.is_apart, self.is_along) = (standing >> 1, in_parts, beyond != 0, is_along);
    }
}
