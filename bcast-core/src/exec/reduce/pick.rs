//! `argmin` and `argmax`: the position of one element of each run or column.

use super::{BLOCK, Columns, Functions, LANES, Reduce, for_instructions};
#[cfg(all(target_arch = "x86_64", feature = "std", not(target_feature = "avx2")))]
use crate::exec::dispatch::Instructions;

/// A reduction to the position of one element, whose order does not matter: of equal elements, the first is picked.
pub(crate) trait Pick<T: Copy>: Reduce<T, Part = (T, usize)> {
    /// True if an element is picked rather than an earlier one.
    fn is_better(element: T, earlier: T) -> bool;
}

impl Functions {
    /// The functions of a [`Pick`], which compare many elements at once.
    pub(crate) const fn of_pick<T: Copy, O: Pick<T>>() -> Self {
        Functions { rows: pick_rows::<T, O>, end: pick_end::<T, O>, runs: pick_runs::<T, O>, ..Self::of::<T, O>() }
    }
}

for_instructions! {
    /// # Safety
    /// See [`Functions::rows`].
    pick_rows of Pick = pick_rows_here(columns: &mut Columns, first: *const u8, rows: usize, stride: isize)
}
for_instructions! {
    /// # Safety
    /// See [`Functions::runs`].
    pick_runs of Pick = pick_runs_here(first: *const u8, runs: usize, length: usize, to: *mut u8)
}

/// The picks of columns: elements, then positions, one of each for each column.
///
/// # Safety
/// The matrix must have been begun with the size of `(T, usize)`.
#[inline(always)]
unsafe fn picks<T>(columns: &Columns) -> (*mut T, *mut usize) {
    // SAFETY: the caller's promise. There is room for 16 pairs of each column.
    let (first, _) = unsafe { columns.parts::<(T, usize)>() };
    (first.cast(), first.cast::<usize>().wrapping_add(columns.columns * size_of::<T>().div_ceil(size_of::<usize>())))
}

/// # Safety
/// See [`Functions::rows`].
#[inline(always)]
unsafe fn pick_rows_here<T: Copy, O: Pick<T>>(columns: &mut Columns, first: *const u8, rows: usize, stride: isize) {
    let mut first = first.cast::<T>();
    for _ in 0..rows {
        // SAFETY: the caller's promise; the first row initialises the picks.
        unsafe {
            let (elements, positions) = picks::<T>(columns);
            let row = core::slice::from_raw_parts(first, columns.columns);
            if columns.rows == 0 {
                core::ptr::copy_nonoverlapping(first, elements, columns.columns);
                positions.write_bytes(0, columns.columns);
            } else {
                let elements = core::slice::from_raw_parts_mut(elements, columns.columns);
                let positions = core::slice::from_raw_parts_mut(positions, columns.columns);
                for ((&next, element), position) in row.iter().zip(elements).zip(positions) {
                    let is_better = O::is_better(next, *element);
                    *element = if is_better { next } else { *element };
                    *position = if is_better { columns.rows } else { *position };
                }
            }
        }
        first = first.wrapping_offset(stride);
        columns.rows += 1;
    }
}

/// # Safety
/// See [`Functions::end`].
unsafe fn pick_end<T: Copy, O: Pick<T>>(columns: &mut Columns, to: *mut u8) {
    let to = to.cast::<(T, usize)>();
    for column in 0..columns.columns {
        // SAFETY: the caller's promise.
        unsafe {
            let (elements, positions) = picks::<T>(columns);
            to.add(column).write((elements.add(column).read(), positions.add(column).read()));
        }
    }
}

/// # Safety
/// See [`Functions::runs`].
#[inline(always)]
unsafe fn pick_runs_here<T: Copy, O: Pick<T>>(first: *const u8, runs: usize, length: usize, to: *mut u8) {
    let (first, to) = (first.cast::<T>(), to.cast::<(T, usize)>());
    for index in 0..runs {
        // SAFETY: the caller's promise.
        let run = unsafe { core::slice::from_raw_parts(first.add(index * length), length) };
        let better = |one: T, other: T| if O::is_better(other, one) { other } else { one };
        let (steps, rest) = run.as_chunks::<LANES>();
        let mut lanes = [run[0]; LANES];
        for step in steps {
            for (lane, &element) in lanes.iter_mut().zip(step) {
                *lane = better(*lane, element);
            }
        }
        let best = lanes.iter().chain(rest).fold(run[0], |best, &element| better(best, element));
        // The first of its equals is searched block by block, many elements at once.
        let is_best = |element: &T| !O::is_better(best, *element);
        let has_best = |block: &[T]| block.iter().fold(false, |found, element| found | is_best(element));
        let block = run.chunks(BLOCK).position(has_best).unwrap_or(0) * BLOCK;
        let position = run[block..].iter().position(is_best).unwrap_or(0);
        let pick = (best, block + position);
        // SAFETY: the caller's promise.
        unsafe { to.add(index).write(pick) };
    }
}
