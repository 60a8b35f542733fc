//! `argmin` and `argmax`: the position of one element of each run or column.

use core::marker::PhantomData;
use core::mem::MaybeUninit;

use super::parts::{Columns, LANES, Reduce, for_instructions, in_strips};
#[cfg(all(target_arch = "x86_64", feature = "std", not(target_feature = "avx2")))]
use crate::exec::dispatch::Instructions;
use crate::shape::unit::copied;

/// A reduction to the position of one element: of equal elements, the first.
pub(crate) trait Pick<T: Copy>: Copy {
    /// True if an element is picked rather than an earlier one.
    fn is_better(element: T, earlier: T) -> bool;
}

/// The reduction of elements that [`Pick`] has picked, with their positions.
pub(super) struct Picked<O>(PhantomData<O>);
copied! {
    [O] Picked<O>;
}
impl<T: Copy, O: Pick<T>> Reduce<(T, usize)> for Picked<O> {
    type Part = (T, usize);
    type Out = usize;
    type OfParts = Self;
    const IS_ORDERED: bool = false;
    const VECTORS: bool = false;
    #[inline(always)]
    fn lift(pick: (T, usize)) -> (T, usize) {
        pick
    }
    #[inline(always)]
    fn join(left: (T, usize), right: (T, usize)) -> (T, usize) {
        let is_better = O::is_better(right.0, left.0) || !O::is_better(left.0, right.0) && right.1 < left.1;
        if is_better { right } else { left }
    }
    #[inline(always)]
    fn finish(pick: Option<(T, usize)>, _: usize) -> usize {
        pick.expect("an empty axis is an error before anything is computed").1
    }
}

for_instructions! {
    /// # Safety
    /// See [`Functions::rows`].
    pub(super) pick_rows of Pick = pick_rows_here(columns: &mut Columns, first: *const u8, rows: usize, stride: isize, to: Option<*mut u8>)
}
for_instructions! {
    /// # Safety
    /// See [`Functions::runs`].
    pub(super) pick_runs of Pick = pick_runs_here(first: *const u8, runs: usize, length: usize, to: *mut u8)
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
    macro_rules! strip {
        ($start:expr, $width:expr) => {{
            let (elements, positions) = (elements.add($start), positions.add($start));
            Strip { elements, positions, before, rows, stride }.pick::<O, { $width }>(first.add($start));
        }};
    }
    // SAFETY: the caller's promise.
    unsafe { in_strips!(all, strip) };
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

/// # Safety
/// See [`Functions::join`].
#[cfg(feature = "rayon")]
pub(super) unsafe fn join<T: Copy, O: Pick<T>>(columns: &mut Columns, next: &Columns) {
    // SAFETY: the caller's promise.
    unsafe {
        let ((elements, positions), (next_elements, next_positions)) = (picks::<T>(columns), picks::<T>(next));
        for column in 0..columns.columns {
            let (element, position) = (next_elements.add(column).read(), next_positions.add(column).read());
            if O::is_better(element, elements.add(column).read()) {
                elements.add(column).write(element);
                positions.add(column).write(columns.rows + position);
            }
        }
    }
    columns.rows += next.rows;
}

/// The most rows that are numbered at once.
const MOST_ROWS: usize = 1 << 30;

/// The picks of some columns, of which `before` rows have been taken.
struct Strip<T> {
    elements: *mut T,
    positions: *mut usize,
    before: usize,
    rows: usize,
    stride: isize,
}

impl<T: Copy> Strip<T> {
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
            let mut start = 0;
            while start < rows {
                // Of some rows, numbers of 32 bits suffice, of which a vector has more.
                let end = rows.min(start + MOST_ROWS);
                let mut within = [u32::MAX; WIDTH];
                for (number, offset) in (start..end).zip(0_u32..) {
                    let next = row(number);
                    for lane in 0..WIDTH {
                        let is_better = O::is_better(next[lane], best[lane]);
                        best[lane] = if is_better { next[lane] } else { best[lane] };
                        within[lane] = if is_better { offset } else { within[lane] };
                    }
                }
                // Kept in memory: else the compiler makes vectors of half as many numbers, as if all had 64 bits.
                let within = core::hint::black_box(within);
                for lane in 0..WIDTH {
                    at[lane] = if within[lane] == u32::MAX { at[lane] } else { before + start + within[lane] as usize };
                }
                start = end;
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
    let better = |one: T, other: T| if O::is_better(other, one) { other } else { one };
    // A run that is shorter than the lanes fills no vector: its elements are compared one after the other.
    if length < LANES {
        for run in 0..runs {
            // SAFETY: the caller's promise.
            unsafe {
                let element = |index: usize| first.add(run * length + index).read();
                let mut best = (element(0), 0);
                for index in 1..length {
                    let next = (element(index), index);
                    best = if O::is_better(next.0, best.0) { next } else { best };
                }
                to.add(run).write(best);
            }
        }
        return;
    }
    // The lanes of some runs are kept in memory from step to step: else the compiler makes no vectors of them.
    let mut all_lanes = [const { MaybeUninit::<[T; LANES]>::uninit() }; LANES];
    for start in (0..runs).step_by(LANES) {
        let some = &mut all_lanes[..(runs - start).min(LANES)];
        // SAFETY: the caller's promise.
        let run_at =
            |offset: usize| unsafe { core::slice::from_raw_parts(first.add((start + offset) * length), length) };
        for (offset, lanes) in some.iter_mut().enumerate() {
            let run = run_at(offset);
            let (steps, rest) = run.as_chunks::<LANES>();
            let mut best = steps.first().copied().unwrap_or([run[0]; LANES]);
            for step in steps {
                for (best, &element) in best.iter_mut().zip(step) {
                    *best = better(*best, element);
                }
            }
            for (best, &element) in best.iter_mut().zip(rest) {
                *best = better(*best, element);
            }
            lanes.write(best);
        }
        for (offset, lanes) in some.iter_mut().enumerate() {
            // SAFETY: they have been written.
            let lanes = unsafe { lanes.assume_init_mut() };
            for half in [8, 4, 2, 1] {
                for lane in 0..half {
                    lanes[lane] = better(lanes[lane], lanes[lane + half]);
                }
            }
            let best = lanes[0];
            // The first of its equals is searched chunk by chunk, many elements at once.
            let is_best = |element: T| !O::is_better(best, element);
            let run = run_at(offset);
            let (chunks, rest) = run.as_chunks::<LANES>();
            let has_best = |chunk: &[T; LANES]| chunk.iter().fold(false, |found, &element| found | is_best(element));
            let chunk = chunks.iter().position(has_best);
            let chunk = chunk.map_or((chunks.len() * LANES, rest), |chunk| (chunk * LANES, &chunks[chunk][..]));
            let within = chunk.1.iter().position(|&element| is_best(element)).unwrap_or(0);
            // SAFETY: the caller's promise.
            unsafe { to.add(start + offset).write((best, chunk.0 + within)) };
        }
    }
}
