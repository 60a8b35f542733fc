//! Reductions of runs of elements, in one order for every layout, instruction set and number of threads.
//!
//! Elements are reduced in 16 partial results: partial j takes the elements i with i mod 16 = j, in groups of 16, so that a block of 256
//! elements is one group of each. A group is joined from left to right; groups are joined pairwise, as a balanced tree; at last partial j
//! takes partial j + 8, then j + 4, j + 2 and j + 1. For sums of floats this order decides the bits; the reference states it.
//!
//! Columns are reduced side by side: row i of a matrix is element i of each column, so that 16 rows of `C` columns are one step of `16 * C`
//! partial results. A single run is a matrix of one column.

use alloc::vec::Vec;

#[cfg(all(target_arch = "x86_64", feature = "std", not(target_feature = "avx2")))]
use crate::exec::dispatch::Instructions;

/// The number of partial results.
const LANES: usize = 16;
/// The rows of a block: one group of each partial result.
pub(crate) const BLOCK: usize = LANES * LANES;

/// A reduction of elements `T`: a marker such as [`Sum`](crate::reduction::Sum).
pub trait Reduce<T: Copy>: Copy {
    /// A partial result.
    type Part: Copy;
    /// The result.
    type Out: Copy;
    /// True if no elements have a result, as 0 is the sum of none.
    const OF_NONE: bool;
    /// The partial result of one element at a position along the reduced axes.
    fn lift(element: T, position: usize) -> Self::Part;
    /// Joins partial results; `left` has the earlier elements of a partial result.
    fn join(left: Self::Part, right: Self::Part) -> Self::Part;
    /// The result of `count` elements; `None` of none, which is asked for only if [`OF_NONE`](Self::OF_NONE).
    fn finish(part: Option<Self::Part>, count: usize) -> Self::Out;
    /// Takes elements. Implemented for the usual numbers, so that it is compiled here and not at the call.
    ///
    /// # Safety
    /// The elements must be readable and initialised.
    #[doc(hidden)]
    unsafe fn take(elements: Elements<'_, T, Self::Part>) {
        // SAFETY: the caller's promise.
        unsafe { take::<T, Self>(elements) };
    }
}

/// Elements to reduce.
#[derive(Debug)]
pub enum Elements<'a, T, P> {
    /// `rows` more rows of a matrix, `stride` elements apart.
    #[allow(missing_docs, reason = "named after what they are")]
    Rows { partials: &'a mut Partials<P>, first: *const T, rows: usize, stride: isize },
    /// Single runs of less than a block of elements, one after the other; the result of each is added to `parts`.
    #[allow(missing_docs, reason = "named after what they are")]
    Runs { parts: &'a mut Vec<Option<P>>, first: *const T, runs: usize, length: usize },
}

/// The partial results of the columns of a matrix whose rows are taken one after the other.
#[derive(Debug)]
pub struct Partials<P> {
    columns: usize,
    /// The number of rows taken.
    rows: usize,
    /// The groups of the current block, one row of `columns` for each partial result.
    block: Vec<P>,
    /// Joined groups of 2^k blocks, the largest first; a binary counter of the blocks taken.
    levels: Vec<P>,
    /// The number of complete blocks.
    blocks: usize,
}

impl<P: Copy> Partials<P> {
    pub(crate) const fn new() -> Self {
        Self { columns: 1, rows: 0, block: Vec::new(), levels: Vec::new(), blocks: 0 }
    }

    /// Begins a matrix of so many columns.
    pub(crate) fn begin(&mut self, columns: usize) {
        self.columns = columns;
        (self.rows, self.blocks) = (0, 0);
        self.block.clear();
        self.levels.clear();
    }

    /// Joins the complete block to the levels.
    #[inline(always)]
    fn complete(&mut self, join: impl Fn(P, P) -> P) {
        let mut block = core::mem::take(&mut self.block);
        self.push(&mut block, join);
        block.clear();
        self.block = block;
    }

    #[inline(always)]
    fn push(&mut self, block: &mut [P], join: impl Fn(P, P) -> P) {
        let mut counter = self.blocks;
        while counter & 1 == 1 {
            let start = self.levels.len() - block.len();
            for (right, &left) in block.iter_mut().zip(&self.levels[start..]) {
                *right = join(left, *right);
            }
            self.levels.truncate(start);
            counter >>= 1;
        }
        self.levels.extend_from_slice(block);
        self.blocks += 1;
    }

    /// Passes on the partial result of each column; `None` of no rows.
    pub(crate) fn columns(&mut self, join: impl Fn(P, P) -> P, mut then: impl FnMut(Option<P>)) {
        let (columns, width) = (self.columns, LANES * self.columns);
        if self.rows == 0 {
            return (0..columns).for_each(|_| then(None));
        }
        // Partial results without a group in the current block continue with the last level.
        let open = self.block.len();
        if self.blocks > 0 {
            let last = self.levels.len() - width;
            for lane in 0..width {
                if lane < open {
                    self.block[lane] = join(self.levels[last + lane], self.block[lane]);
                } else {
                    self.block.push(self.levels[last + lane]);
                }
            }
            let mut start = last;
            while start > 0 {
                start -= width;
                for lane in 0..width {
                    self.block[lane] = join(self.levels[start + lane], self.block[lane]);
                }
            }
        }
        let mut lanes = self.block.len() / columns;
        for half in [8, 4, 2, 1] {
            for lane in half..lanes.min(2 * half) {
                for column in 0..columns {
                    let at = (lane - half) * columns + column;
                    self.block[at] = join(self.block[at], self.block[lane * columns + column]);
                }
            }
            lanes = lanes.min(half);
        }
        self.block[..columns].iter().for_each(|&part| then(Some(part)));
    }

    /// Takes more rows of partial results: one, or 16 where a step begins.
    #[inline(always)]
    pub(crate) fn join_rows(&mut self, rows: impl Iterator<Item = P>, count: usize, join: impl Fn(P, P) -> P) {
        if self.rows % BLOCK < LANES {
            self.block.extend(rows);
        } else {
            let groups = &mut self.block[self.rows % LANES * self.columns..];
            groups.iter_mut().zip(rows).for_each(|(group, part)| *group = join(*group, part));
        }
        self.rows += count;
        if self.rows.is_multiple_of(BLOCK) {
            self.complete(join);
        }
    }
}

/// See [`Reduce::take`].
///
/// # Safety
/// As [`Reduce::take`].
#[inline(always)]
pub(crate) unsafe fn take<T: Copy, O: Reduce<T>>(elements: Elements<'_, T, O::Part>) {
    // SAFETY: the caller's promise; `Instructions::here` has detected the processor's features.
    unsafe {
        #[cfg(all(target_arch = "x86_64", feature = "std", not(target_feature = "avx2")))]
        match Instructions::here() {
            Instructions::Baseline => {}
            Instructions::Avx2 => return take_avx2::<T, O>(elements),
            Instructions::Avx512 => return take_avx512::<T, O>(elements),
        }
        take_here::<T, O>(elements);
    }
}

/// # Safety
/// As [`Reduce::take`], and the processor must have AVX2 and FMA.
#[cfg(all(target_arch = "x86_64", feature = "std", not(target_feature = "avx2")))]
#[inline]
#[target_feature(enable = "avx2,fma")]
unsafe fn take_avx2<T: Copy, O: Reduce<T>>(elements: Elements<'_, T, O::Part>) {
    // SAFETY: the caller's promise.
    unsafe { take_here::<T, O>(elements) };
}

/// # Safety
/// As [`Reduce::take`], and the processor must have AVX-512 F, BW, DQ and VL.
#[cfg(all(target_arch = "x86_64", feature = "std", not(target_feature = "avx2")))]
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,fma")]
unsafe fn take_avx512<T: Copy, O: Reduce<T>>(elements: Elements<'_, T, O::Part>) {
    // SAFETY: the caller's promise.
    unsafe { take_here::<T, O>(elements) };
}

/// # Safety
/// As [`Reduce::take`].
#[inline(always)]
unsafe fn take_here<T: Copy, O: Reduce<T>>(elements: Elements<'_, T, O::Part>) {
    // SAFETY: the caller's promise.
    unsafe {
        match elements {
            Elements::Rows { partials, first, rows, stride } => take_rows::<T, O>(partials, first, rows, stride),
            Elements::Runs { parts, first, runs, length } => take_runs::<T, O>(parts, first, runs, length),
        }
    }
}

/// Takes runs of at least one step and less than a block, whose partial results stay in registers.
///
/// # Safety
/// As [`Reduce::take`].
#[inline(always)]
unsafe fn take_runs<T: Copy, O: Reduce<T>>(
    parts: &mut Vec<Option<O::Part>>,
    mut first: *const T,
    runs: usize,
    length: usize,
) {
    let (steps, rest) = (length / LANES, length % LANES);
    debug_assert!(steps > 0 && length < BLOCK);
    parts.reserve(runs);
    for _ in 0..runs {
        // SAFETY: the caller's promise.
        let element = |index: usize| O::lift(unsafe { first.add(index).read() }, index);
        let mut lanes: [O::Part; LANES] = core::array::from_fn(element);
        for step in 1..steps {
            for (lane, group) in lanes.iter_mut().enumerate() {
                *group = O::join(*group, element(step * LANES + lane));
            }
        }
        for (lane, group) in lanes.iter_mut().enumerate().take(rest) {
            *group = O::join(*group, element(steps * LANES + lane));
        }
        for half in [8, 4, 2, 1] {
            for lane in 0..half {
                lanes[lane] = O::join(lanes[lane], lanes[lane + half]);
            }
        }
        parts.push(Some(lanes[0]));
        first = first.wrapping_add(length);
    }
}

/// # Safety
/// As [`Reduce::take`].
#[inline(always)]
unsafe fn take_rows<T: Copy, O: Reduce<T>>(
    partials: &mut Partials<O::Part>,
    mut first: *const T,
    mut rows: usize,
    stride: isize,
) {
    let columns = partials.columns;
    // SAFETY: the caller's promise, of the rows that are left.
    unsafe {
        while rows > 0 {
            let is_dense = stride == columns as isize && partials.rows.is_multiple_of(LANES) && rows >= LANES;
            let taken = match (is_dense, columns) {
                (true, 1) if rows >= 4 * BLOCK && partials.block.is_empty() => whole_blocks::<T, O, 4>(partials, first),
                (true, 1) => whole_steps::<T, O>(partials, first, rows / LANES),
                (true, _) => {
                    let step = core::slice::from_raw_parts(first, LANES * columns);
                    let start = partials.rows;
                    let lifted = step.iter().enumerate().map(|(at, &element)| O::lift(element, start + at / columns));
                    partials.join_rows(lifted, LANES, O::join);
                    LANES
                }
                (false, _) => {
                    let (row, position) = (core::slice::from_raw_parts(first, columns), partials.rows);
                    partials.join_rows(row.iter().map(|&element| O::lift(element, position)), 1, O::join);
                    1
                }
            };
            first = first.wrapping_offset(stride * taken as isize);
            rows -= taken;
        }
    }
}

/// Takes whole steps of a single run, at most to the end of the block. Returns the number of elements.
///
/// # Safety
/// `first` must lead to as many steps, and the partial results must be at the start of one.
#[inline(always)]
unsafe fn whole_steps<T: Copy, O: Reduce<T>>(partials: &mut Partials<O::Part>, first: *const T, steps: usize) -> usize {
    let start = partials.rows;
    let steps = steps.min((BLOCK - start % BLOCK) / LANES);
    // SAFETY: the caller's promise.
    let element = |index: usize| O::lift(unsafe { first.add(index).read() }, start + index);
    let is_first = partials.block.len() < LANES;
    let mut groups: [O::Part; LANES] =
        core::array::from_fn(|lane| if is_first { element(lane) } else { partials.block[lane] });
    for step in usize::from(is_first)..steps {
        for (lane, group) in groups.iter_mut().enumerate() {
            *group = O::join(*group, element(step * LANES + lane));
        }
    }
    partials.block.clear();
    partials.block.extend_from_slice(&groups);
    partials.rows += steps * LANES;
    if partials.rows.is_multiple_of(BLOCK) {
        partials.complete(O::join);
    }
    steps * LANES
}

/// Takes whole blocks of a single run; several at once, since an addition waits for the one before it. Returns the number of elements.
///
/// # Safety
/// `first` must lead to `BLOCKS` blocks.
#[inline(always)]
unsafe fn whole_blocks<T: Copy, O: Reduce<T>, const BLOCKS: usize>(
    partials: &mut Partials<O::Part>,
    first: *const T,
) -> usize {
    let start = partials.rows;
    // SAFETY: the caller's promise.
    let element = |block: usize, index: usize| unsafe { first.add(block * BLOCK + index).read() };
    let mut groups: [[O::Part; LANES]; BLOCKS] = core::array::from_fn(|block| {
        core::array::from_fn(|lane| O::lift(element(block, lane), start + block * BLOCK + lane))
    });
    for step in 1..LANES {
        for (block, groups) in groups.iter_mut().enumerate() {
            for (lane, group) in groups.iter_mut().enumerate() {
                let index = step * LANES + lane;
                *group = O::join(*group, O::lift(element(block, index), start + block * BLOCK + index));
            }
        }
    }
    for mut groups in groups {
        partials.push(&mut groups, O::join);
    }
    partials.rows += BLOCKS * BLOCK;
    BLOCKS * BLOCK
}

#[cfg(test)]
mod tests {
    use super::{BLOCK, Elements, Partials, Reduce};
    use crate::reduction::Sum;
    use alloc::vec::Vec;

    /// The definition of the order, by recursion.
    fn defined(elements: &[f32]) -> f32 {
        fn groups(sums: &[f32]) -> f32 {
            if sums.len() == 1 {
                return sums[0];
            }
            let half = sums.len().next_power_of_two() / 2;
            groups(&sums[..half]) + groups(&sums[half..])
        }
        let mut partials: Vec<Option<f32>> = (0..16)
            .map(|lane| {
                let own: Vec<f32> = elements.iter().copied().skip(lane).step_by(16).collect();
                let sums: Vec<f32> =
                    own.chunks(16).map(|group| group[1..].iter().fold(group[0], |sum, x| sum + x)).collect();
                (!sums.is_empty()).then(|| groups(&sums))
            })
            .collect();
        for half in [8, 4, 2, 1] {
            for lane in 0..half {
                partials[lane] = match (partials[lane], partials[lane + half]) {
                    (Some(left), Some(right)) => Some(left + right),
                    (left, right) => left.or(right),
                };
            }
        }
        partials[0].unwrap_or(0.0)
    }

    /// # Safety
    /// As [`Reduce::take`].
    unsafe fn rows_of(partials: &mut Partials<f32>, first: *const f32, rows: usize, stride: isize) {
        // SAFETY: the caller's promise.
        unsafe { <Sum as Reduce<f32>>::take(Elements::Rows { partials, first, rows, stride }) };
    }

    fn numbers(count: usize) -> Vec<f32> {
        let mut state = 12345_u32;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / 65536.0 - 100.0
        };
        (0..count).map(|_| next()).collect()
    }

    #[test]
    fn runs_are_summed_in_the_defined_order() {
        for count in
            (0..70).chain([255, 256, 257, 271, 272, 300, 511, 512, 513, 768, 1000, 1024, 1029, 2047, 4099, 70_001])
        {
            let elements = numbers(count);
            for step in [1, 7, 16, 100, BLOCK, count.max(1)] {
                let mut partials = Partials::new();
                partials.begin(1);
                for part in elements.chunks(step) {
                    // SAFETY: the elements of a slice.
                    unsafe { rows_of(&mut partials, part.as_ptr(), part.len(), 1) };
                }
                let mut sum = f32::NAN;
                partials.columns(<Sum as Reduce<f32>>::join, |part| sum = part.unwrap_or(0.0));
                assert_eq!(sum.to_bits(), defined(&elements).to_bits(), "{count} elements by {step}");
            }
        }
    }

    #[test]
    fn short_runs_are_summed_as_any() {
        for length in [16, 17, 31, 32, 50, 100, 255] {
            let (elements, mut parts) = (numbers(7 * length), Vec::new());
            // SAFETY: the elements of a vector.
            unsafe {
                <Sum as Reduce<f32>>::take(Elements::Runs {
                    parts: &mut parts,
                    first: elements.as_ptr(),
                    runs: 7,
                    length,
                });
            }
            let expected: Vec<_> = elements.chunks(length).map(|run| defined(run).to_bits()).collect();
            assert_eq!(parts.iter().flatten().map(|sum| sum.to_bits()).collect::<Vec<_>>(), expected, "{length}");
        }
    }

    #[test]
    fn columns_are_summed_as_runs_are() {
        for (rows, columns) in [(1, 3), (5, 2), (16, 5), (17, 1), (255, 4), (256, 3), (257, 3), (1000, 7), (1300, 33)] {
            let (elements, stride) = (numbers(rows * (columns + 2)), columns + 2);
            let mut partials = Partials::new();
            partials.begin(columns);
            // SAFETY: each row has `columns` elements and two more.
            unsafe { rows_of(&mut partials, elements.as_ptr(), rows, stride as isize) };
            let mut sums = Vec::new();
            partials.columns(<Sum as Reduce<f32>>::join, |part| sums.extend(part));
            for (column, sum) in sums.iter().enumerate() {
                let own: Vec<f32> = elements.iter().copied().skip(column).step_by(stride).collect();
                assert_eq!(sum.to_bits(), defined(&own).to_bits(), "column {column} of {rows} rows");
            }
        }
    }
}
