//! `argmin` and `argmax`: the position of one element of each run or column.

use core::marker::PhantomData;
use core::mem::MaybeUninit;

use super::parts::{Columns, LANES, Reduce, collides, for_instructions, hidden, in_strips};
#[cfg(all(target_arch = "x86_64", feature = "std", not(target_feature = "avx2")))]
use crate::exec::dispatch::Instructions;
use crate::shape::unit::copied;

/// A reduction to the position of one element: of equal elements, the first.
pub(crate) trait Pick<T: Copy>: Copy {
    /// True if an element is picked rather than an earlier one.
    fn is_better(element: T, earlier: T) -> bool;
    /// The same of elements that are no NaN; false if one is.
    fn is_number_better(element: T, earlier: T) -> bool;
    /// True if an element is picked rather than any number.
    fn is_nan(element: T) -> bool;
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
    pub(super) pick_rows of Pick up to Avx2 = pick_rows_here(columns: &mut Columns, first: *const u8, rows: usize, stride: isize, to: Option<*mut u8>)
}
for_instructions! {
    /// # Safety
    /// See [`Functions::runs`].
    pub(super) pick_runs of Pick up to Avx2 = pick_runs_here(first: *const u8, runs: usize, length: usize, to: *mut u8)
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
    let most = if collides::<T>(stride) { FEW_ROWS } else { ROWS };
    for start in (0..rows).step_by(most) {
        let first = first.wrapping_offset(start as isize * stride);
        let (before, rows) = (before + start, most.min(rows - start));
        macro_rules! strip {
            ($column:expr, $width:expr) => {{
                let (elements, positions) = (elements.add($column), positions.add($column));
                Strip { elements, positions, before, rows, stride }.pick::<O, { $width }>(first.add($column));
            }};
        }
        // SAFETY: the caller's promise.
        unsafe { in_strips!(all, strip) };
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

/// Runs of fewer elements are compared side by side.
const SHORT: usize = 24;
/// The most rows that are compared at once, for which numbers of 32 bits suffice, of which a vector has more.
const ROWS: usize = 256;
/// The same of rows whose distance lets a cache hold only a few.
const FEW_ROWS: usize = 16;

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
            let best = if before == 0 { row(0) } else { elements.cast::<[T; WIDTH]>().read() };
            let mut at = if before == 0 { [0; WIDTH] } else { positions.cast::<[usize; WIDTH]>().read() };
            let (best, within) =
                picked::<T, O, WIDTH>((0..rows).zip(0..).map(|(number, offset)| (row(number), offset)), best);
            for lane in 0..WIDTH {
                at[lane] = if within[lane] == u32::MAX { at[lane] } else { before + within[lane] as usize };
            }
            elements.cast::<[T; WIDTH]>().write(best);
            positions.cast::<[usize; WIDTH]>().write(at);
        }
    }
}

/// The picks of some rows after the `best` before them, and the offset of each: `u32::MAX` if it is not among these rows.
#[inline(always)]
fn picked<T: Copy, O: Pick<T>, const WIDTH: usize>(
    rows: impl Iterator<Item = ([T; WIDTH], u32)> + Clone,
    best: [T; WIDTH],
) -> ([T; WIDTH], [u32; WIDTH]) {
    let (picked, within, nans) = compared(rows.clone(), best, O::is_number_better, O::is_nan);
    // NaNs are compared only if there are some.
    let (picked, within) = match nans.into_iter().any(O::is_nan) {
        true => {
            let (picked, within, _) = compared(rows, best, O::is_better, |_| false);
            (picked, within)
        }
        false => (picked, within),
    };
    // Kept in memory: else the compiler makes vectors of half as many numbers, as if all had 64 bits.
    (picked, core::hint::black_box(within))
}

/// As [`picked`], with elements that are NaN if there are such.
#[inline(always)]
fn compared<T: Copy, const WIDTH: usize>(
    rows: impl Iterator<Item = ([T; WIDTH], u32)>,
    mut best: [T; WIDTH],
    is_better: impl Fn(T, T) -> bool,
    is_nan: impl Fn(T) -> bool,
) -> ([T; WIDTH], [u32; WIDTH], [T; WIDTH]) {
    let (mut within, mut nans) = ([u32::MAX; WIDTH], best);
    for (next, offset) in rows {
        for lane in 0..WIDTH {
            let is_better = is_better(next[lane], best[lane]);
            best[lane] = if is_better { next[lane] } else { best[lane] };
            within[lane] = if is_better { offset } else { within[lane] };
            nans[lane] = if is_nan(next[lane]) { next[lane] } else { nans[lane] };
        }
    }
    (best, within, nans)
}

/// # Safety
/// See [`Functions::runs`].
#[inline(always)]
unsafe fn pick_runs_here<T: Copy, O: Pick<T>>(first: *const u8, runs: usize, length: usize, to: *mut u8) {
    let (first, to) = (first.cast::<T>(), to.cast::<(T, usize)>());
    let better = |one: T, other: T| if O::is_number_better(other, one) { other } else { one };
    let nan = |one: T, other: T| if O::is_nan(other) { other } else { one };
    // Of short runs, 16 are compared side by side.
    if length < SHORT {
        macro_rules! strip {
            ($run:expr, $width:expr) => {{
                let element = |index: usize, lane: usize| first.add(($run + lane) * length + index).read();
                let row = |index: usize| core::array::from_fn::<T, { $width }, _>(|lane| element(index, lane));
                let rows = (0..length).zip(0..).map(|(index, offset)| (row(index), offset));
                let (best, within) = picked::<T, O, { $width }>(rows, row(0));
                for lane in 0..$width {
                    let at = if within[lane] == u32::MAX { 0 } else { within[lane] as usize };
                    to.add($run + lane).write((best[lane], at));
                }
            }};
        }
        // SAFETY: the caller's promise.
        return unsafe { in_strips!(runs, strip) };
    }
    // The lanes of some runs are kept in memory from step to step: else the compiler makes no vectors of them.
    let mut all_lanes = [const { MaybeUninit::<[[T; LANES]; 2]>::uninit() }; LANES];
    for start in (0..runs).step_by(LANES) {
        let some = &mut all_lanes[..(runs - start).min(LANES)];
        // SAFETY: the caller's promise.
        let run_at =
            |offset: usize| unsafe { core::slice::from_raw_parts(first.add((start + offset) * length), length) };
        for (offset, lanes) in some.iter_mut().enumerate() {
            let (steps, _) = run_at(offset).as_chunks::<LANES>();
            let (mut best, mut nans) = (steps[0], steps[0]);
            for step in steps {
                best.iter_mut().zip(step).for_each(|(best, &element)| *best = better(*best, element));
                nans.iter_mut().zip(step).for_each(|(nans, &element)| *nans = nan(*nans, element));
            }
            lanes.write([best, nans]);
        }
        for (offset, lanes) in some.iter_mut().enumerate() {
            // SAFETY: they have been written.
            let [best, nans] = unsafe { &mut *hidden(lanes.as_mut_ptr()) };
            let run = run_at(offset);
            for (lane, &element) in run.as_chunks::<LANES>().1.iter().enumerate() {
                best[lane] = better(best[lane], element);
                nans[lane] = nan(nans[lane], element);
            }
            for half in [8, 4, 2, 1] {
                for lane in 0..half {
                    best[lane] = better(best[lane], best[lane + half]);
                    nans[lane] = nan(nans[lane], nans[lane + half]);
                }
            }
            // Of equals, or of NaNs, the first.
            let best = best[0];
            let at = match O::is_nan(nans[0]) {
                true => first_of(run, O::is_nan),
                false => first_of(run, |element| !O::is_number_better(best, element)),
            };
            // SAFETY: the caller's promise.
            unsafe { to.add(start + offset).write((run[at], at)) };
        }
    }
}

/// The position of the first element that is searched, which must exist: chunk by chunk, many elements at once.
#[inline(always)]
fn first_of<T: Copy>(run: &[T], is_it: impl Fn(T) -> bool) -> usize {
    const CHUNK: usize = 4 * LANES;
    let chunks = run.as_chunks::<CHUNK>().0;
    let has_it = |chunk: &[T; CHUNK]| chunk.iter().fold(false, |found, &element| found | is_it(element));
    let start = chunks.iter().position(has_it).unwrap_or(chunks.len()) * CHUNK;
    start + run[start..].iter().position(|&element| is_it(element)).unwrap_or(0)
}
