//! Reductions of runs of elements, in one order for every layout, instruction set and number of threads.
//!
//! Elements are reduced in 16 partial results: partial j takes the elements i with i mod 16 = j, in groups of 16, so that a block of 256
//! elements is one group of each. A group is joined from left to right; groups are joined pairwise, as a balanced tree; at last partial j
//! takes partial j + 8, then j + 4, j + 2 and j + 1. For sums of floats this order decides the bits; the reference states it.
//!
//! Columns are reduced side by side: row i of a matrix is element i of each column, so that 16 rows of `C` columns are one step of `16 * C`
//! partial results. A single run is a matrix of one column.

use alloc::vec::Vec;
use core::mem::MaybeUninit;

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
    /// The partial result of one element at a position along the reduced axes.
    fn lift(element: T, position: usize) -> Self::Part;
    /// Joins partial results; `left` has the earlier elements of a partial result.
    fn join(left: Self::Part, right: Self::Part) -> Self::Part;
    /// The result of `count` elements, `None` of none. The rulebook refuses an empty axis of reductions that have no such result.
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
    /// Whole runs, one after the other; the result of each is added to `parts`.
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

    /// Begins a matrix of this many columns.
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

/// Takes whole runs, whose partial results stay in registers.
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
    parts.reserve(runs);
    for _ in 0..runs {
        // SAFETY: the caller's promise.
        parts.push(unsafe { run::<T, O>(first, length) });
        first = first.wrapping_add(length);
    }
}

/// One group of each partial result.
type Groups<P> = [P; LANES];
/// More than the bits of a count of blocks.
const MOST_LEVELS: usize = usize::BITS as usize;

/// The partial result of one run; `None` of no elements.
///
/// # Safety
/// The elements must be readable and initialised.
#[inline(always)]
unsafe fn run<T: Copy, O: Reduce<T>>(first: *const T, length: usize) -> Option<O::Part> {
    // SAFETY: the caller's promise.
    let element = |index: usize| O::lift(unsafe { first.add(index).read() }, index);
    let blocks = length / BLOCK;
    // The largest powers of two come first, as in the tree.
    let (mut levels, mut count, mut at) = ([const { MaybeUninit::<Groups<O::Part>>::uninit() }; MOST_LEVELS], 0, 0);
    while at < blocks {
        let size = 1 << (blocks - at).ilog2();
        // SAFETY: the caller's promise.
        levels[count].write(unsafe { tree::<T, O>(first, at, size) });
        (at, count) = (at + size, count + 1);
    }
    // SAFETY: the first `count` levels are written.
    let level = |index: usize| unsafe { levels[index].assume_init() };
    let start = blocks * BLOCK;
    let (steps, rest) = ((length - start) / LANES, length % LANES);
    // The lanes with elements after the last whole block.
    let open = if steps > 0 { LANES } else { rest };
    let mut lanes: Groups<O::Part> = match (open, count) {
        (0, 0) => return None,
        (0, _) => level(count - 1),
        (LANES, _) => core::array::from_fn(|lane| element(start + lane)),
        // Lanes without a group here continue with the last level, or stay unused.
        (_, 0) => core::array::from_fn(|lane| element(start + if lane < open { lane } else { 0 })),
        _ => {
            let last = level(count - 1);
            core::array::from_fn(|lane| if lane < open { element(start + lane) } else { last[lane] })
        }
    };
    if steps > 0 {
        for step in 1..steps {
            for (lane, group) in lanes.iter_mut().enumerate() {
                *group = O::join(*group, element(start + step * LANES + lane));
            }
        }
        for (lane, group) in lanes.iter_mut().enumerate().take(rest) {
            *group = O::join(*group, element(start + steps * LANES + lane));
        }
    }
    for index in (0..count).rev() {
        let left = level(index);
        let joined = if index + 1 == count { open } else { LANES };
        for (lane, group) in lanes.iter_mut().enumerate().take(joined) {
            *group = O::join(left[lane], *group);
        }
    }
    let mut used = if count > 0 { LANES } else { open };
    for half in [8, 4, 2, 1] {
        for lane in 0..half {
            if lane + half < used {
                lanes[lane] = O::join(lanes[lane], lanes[lane + half]);
            }
        }
        used = used.min(half);
    }
    Some(lanes[0])
}

/// The joined groups of blocks, as many as a power of two.
///
/// # Safety
/// As [`run`]; the blocks must be in the run.
#[inline(always)]
unsafe fn tree<T: Copy, O: Reduce<T>>(first: *const T, at: usize, count: usize) -> Groups<O::Part> {
    // SAFETY: the caller's promise.
    let block = |at: usize| unsafe { several::<T, O, 1>(first, at) }[0];
    if count < 4 {
        return if count == 2 { joined::<T, O>(block(at), block(at + 1)) } else { block(at) };
    }
    // A binary counter of fours, since a function that calls itself would not be compiled for the caller's instructions.
    let mut levels = [const { MaybeUninit::<Groups<O::Part>>::uninit() }; MOST_LEVELS];
    let mut depth = 0;
    for four in 0..count / 4 {
        // SAFETY: the caller's promise.
        let [a, b, c, d] = unsafe { several::<T, O, 4>(first, at + four * 4) };
        let mut groups = joined::<T, O>(joined::<T, O>(a, b), joined::<T, O>(c, d));
        for _ in 0..four.trailing_ones() {
            depth -= 1;
            // SAFETY: a set bit of the counter is a level that is written.
            groups = joined::<T, O>(unsafe { levels[depth].assume_init() }, groups);
        }
        levels[depth].write(groups);
        depth += 1;
    }
    // SAFETY: a power of two fours ends in one level.
    unsafe { levels[0].assume_init() }
}

#[inline(always)]
fn joined<T: Copy, O: Reduce<T>>(left: Groups<O::Part>, right: Groups<O::Part>) -> Groups<O::Part> {
    core::array::from_fn(|lane| O::join(left[lane], right[lane]))
}

/// The groups of some blocks; several at once, since an addition waits for the one before it.
///
/// # Safety
/// As [`run`]; the blocks must be in the run.
#[inline(always)]
unsafe fn several<T: Copy, O: Reduce<T>, const BLOCKS: usize>(first: *const T, at: usize) -> [Groups<O::Part>; BLOCKS] {
    let index = |block: usize, step: usize, lane: usize| (at + block) * BLOCK + step * LANES + lane;
    // SAFETY: the caller's promise.
    let element = |index: usize| O::lift(unsafe { first.add(index).read() }, index);
    let mut groups: [Groups<O::Part>; BLOCKS] =
        core::array::from_fn(|block| core::array::from_fn(|lane| element(index(block, 0, lane))));
    for step in 1..LANES {
        for (block, groups) in groups.iter_mut().enumerate() {
            for (lane, group) in groups.iter_mut().enumerate() {
                *group = O::join(*group, element(index(block, step, lane)));
            }
        }
    }
    groups
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
            let taken = match is_dense {
                true => {
                    let step = core::slice::from_raw_parts(first, LANES * columns);
                    let start = partials.rows;
                    let lifted = step.iter().enumerate().map(|(at, &element)| O::lift(element, start + at / columns));
                    partials.join_rows(lifted, LANES, O::join);
                    LANES
                }
                false => {
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
    fn whole_runs_are_summed_alike() {
        for length in (1..40).chain([50, 100, 255, 256, 257, 300, 511, 512, 768, 1000, 1024, 1029, 2047, 4099, 70_001])
        {
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
