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
        Functions { rows: pick_rows::<T, O>, runs: pick_runs::<T, O>, ..Self::of::<T, O>() }
    }
}

for_instructions! {
    /// # Safety
    /// See [`Functions::rows`].
    pick_rows of Pick = pick_rows_here(columns: &mut Columns, first: *const u8, rows: usize, stride: isize, to: Option<*mut u8>)
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
unsafe fn pick_rows_here<T: Copy, O: Pick<T>>(
    columns: &mut Columns,
    first: *const u8,
    rows: usize,
    stride: isize,
    to: Option<*mut u8>,
) {
    let (first, before, all) = (first.cast::<T>(), columns.rows, columns.columns);
    // SAFETY: the caller's promise.
    let (elements, positions) = unsafe { picks::<T>(columns) };
    let mut start = 0;
    while start < all {
        // SAFETY: the caller's promise; a strip ends at the last column.
        unsafe {
            let strip = Strip { elements: elements.add(start), positions: positions.add(start), before, rows, stride };
            match all - start {
                LANES.. => strip.pick::<O, LANES>(first.add(start)),
                _ => (0..all - start).for_each(|column| strip.at(column).pick::<O, 1>(first.add(start + column))),
            }
        }
        start += LANES;
    }
    columns.rows += rows;
    if let Some(to) = to {
        for column in 0..all {
            // SAFETY: the caller's promise.
            unsafe {
                let pick = (elements.add(column).read(), positions.add(column).read());
                to.cast::<(T, usize)>().add(column).write(pick);
            }
        }
    }
}

/// The picks of some columns, of which `before` rows have been taken.
struct Strip<T> {
    elements: *mut T,
    positions: *mut usize,
    before: usize,
    rows: usize,
    stride: isize,
}

impl<T: Copy> Strip<T> {
    fn at(&self, column: usize) -> Self {
        let (elements, positions) = (self.elements.wrapping_add(column), self.positions.wrapping_add(column));
        Self { elements, positions, ..*self }
    }

    /// Takes the rows of `WIDTH` columns, whose picks stay in registers.
    ///
    /// # Safety
    /// There must be as many columns, in each row and among the picks; those must be initialised but before the first row.
    #[inline(always)]
    unsafe fn pick<O: Pick<T>, const WIDTH: usize>(&self, first: *const T) {
        let Self { elements, positions, before, rows, stride } = *self;
        // SAFETY: the caller's promise.
        unsafe {
            let row = |number: usize| first.wrapping_offset(number as isize * stride).cast::<[T; WIDTH]>().read();
            let is_first = before == 0 && rows > 0;
            let mut best = if is_first { row(0) } else { elements.cast::<[T; WIDTH]>().read() };
            let mut at = if is_first { [0; WIDTH] } else { positions.cast::<[usize; WIDTH]>().read() };
            for number in usize::from(is_first)..rows {
                let next = row(number);
                for lane in 0..WIDTH {
                    let is_better = O::is_better(next[lane], best[lane]);
                    best[lane] = if is_better { next[lane] } else { best[lane] };
                    at[lane] = if is_better { before + number } else { at[lane] };
                }
            }
            elements.cast::<[T; WIDTH]>().write(best);
            positions.cast::<[usize; WIDTH]>().write(at);
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
