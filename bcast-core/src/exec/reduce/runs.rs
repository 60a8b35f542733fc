//! Reduces whole runs, whose partial results stay in registers.

use core::mem::MaybeUninit;

use super::parts::{BLOCK, LANES, Reduce, for_instructions, hidden};
#[cfg(all(target_arch = "x86_64", feature = "std", not(target_feature = "avx2")))]
use crate::exec::dispatch::Instructions;

for_instructions! {
    /// Up to AVX2, since AVX-512 makes the sums of long rows slower.
    ///
    /// # Safety
    /// See [`Functions::runs`].
    pub(super) runs of Reduce up to Avx2 = runs_here(first: *const u8, runs: usize, length: usize, to: *mut u8)
}

for_instructions! {
    /// Reduces runs of at most [`MOST_CONSTANT`] elements.
    ///
    /// # Safety
    /// See [`Functions::runs`].
    short_runs of Reduce = short_runs_here(first: *const T, runs: usize, length: usize, to: *mut O::Part)
}

for_instructions! {
    /// Reduces runs with whole blocks.
    ///
    /// # Safety
    /// See [`Functions::runs`].
    runs_of_blocks of Reduce up to Avx2 = runs_of_blocks_here(first: *const T, runs: usize, length: usize, to: *mut O::Part)
}

for_instructions! {
    /// Writes the joined groups of `count` blocks, a power of two, of memory that is `near` or not.
    ///
    /// # Safety
    /// The blocks must be readable and initialised, and there must be room for the groups.
    pub(super) tree of Reduce up to Avx2 = tree_here(first: *const T, count: usize, is_near: bool, to: *mut Groups<O::Part>)
}

/// The bytes of a second-level cache. Memory beyond is read fastest in its order, one run after the other.
pub(super) const CACHE: usize = 1024 * 1024;
/// Shorter runs are taken one after the other, since the processor itself begins the next before one is joined.
const SIDE_BY_SIDE: usize = 128;
/// Runs of at most this many elements are compiled for their length; those of more than four only if the order matters, since the compiler makes
/// no vectors of comparisons there.
pub(crate) const MOST_CONSTANT: usize = 8;

/// One group of each partial result.
pub(super) type Groups<P> = [P; LANES];
/// Not 0 for each partial result that has an element after the last step of 16: numbers, since the compiler makes branches of flags.
type Open = [u32; LANES];

/// More than the bits of a count of blocks.
const MOST_LEVELS: usize = usize::BITS as usize;

/// The first `rest` partial results are open.
fn open(rest: usize) -> &'static Open {
    const FLAGS: [u32; 2 * LANES] = {
        let mut flags = [0; 2 * LANES];
        let (open, _) = flags.split_at_mut(LANES);
        open.copy_from_slice(&[1; LANES]);
        flags
    };
    FLAGS[LANES - rest..].first_chunk().expect("fewer than 16 elements")
}

/// # Safety
/// See [`Functions::runs`].
#[inline(always)]
unsafe fn runs_here<T: Copy, O: Reduce<T>>(first: *const u8, runs: usize, length: usize, to: *mut u8) {
    let (first, to) = (first.cast::<T>(), to.cast::<O::Part>());
    // SAFETY: the caller's promise.
    unsafe {
        match length {
            0..=4 => short_runs::<T, O>(first, runs, length, to),
            5..=MOST_CONSTANT if const { O::IS_ORDERED } => short_runs::<T, O>(first, runs, length, to),
            // Two loops, of which each is compiled for its lengths.
            5..=MOST_CONSTANT => {
                for index in 0..runs {
                    to.add(index).write(short_run::<T, O>(first.add(index * length), length));
                }
            }
            9..LANES => {
                for index in 0..runs {
                    to.add(index).write(short_run::<T, O>(first.add(index * length), length));
                }
            }
            BLOCK.. if const { O::IS_ORDERED } => runs_of_blocks::<T, O>(first, runs, length, to),
            _ => long_runs::<T, O, false>(first, runs, length, to),
        }
    }
}

/// Reduces runs of [`LANES`] elements or more, with whole `BLOCKS` or without.
///
/// # Safety
/// See [`Functions::runs`].
#[inline(always)]
unsafe fn long_runs<T: Copy, O: Reduce<T>, const BLOCKS: bool>(
    first: *const T,
    runs: usize,
    length: usize,
    to: *mut O::Part,
) {
    let is_near = runs * length * size_of::<T>() <= CACHE;
    // SAFETY: the caller's promise.
    unsafe {
        // As many as the registers have room for.
        match is_near && length >= SIDE_BY_SIDE {
            true if const { O::IS_ORDERED && size_of::<O::Part>() <= size_of::<f32>() } => {
                some_runs::<T, O, 4, BLOCKS>(first, runs, length, is_near, to)
            }
            true if const { O::IS_ORDERED } => some_runs::<T, O, 2, BLOCKS>(first, runs, length, is_near, to),
            _ => some_runs::<T, O, 1, BLOCKS>(first, runs, length, is_near, to),
        }
    }
}

/// As [`long_runs`], some `AT_ONCE`, since each joining waits for the one before it.
///
/// # Safety
/// See [`Functions::runs`].
#[inline(always)]
unsafe fn some_runs<T: Copy, O: Reduce<T>, const AT_ONCE: usize, const BLOCKS: bool>(
    first: *const T,
    runs: usize,
    length: usize,
    is_near: bool,
    to: *mut O::Part,
) {
    if runs == 0 {
        return;
    }
    // The elements after the last step are read in a vector, beyond the end of their run. Those of the last run are copied.
    let rest = length % LANES;
    // SAFETY: the caller's promise: a run has 16 elements.
    let last = unsafe {
        let mut last = first.cast::<[T; LANES]>().read();
        core::ptr::copy_nonoverlapping(first.add(runs * length - rest), last.as_mut_ptr(), rest);
        last
    };
    // The groups of some runs are kept in memory from step to step: else the compiler carries the order in which lanes are joined at last into the
    // loops before, which then have no vectors.
    let mut groups = [const { MaybeUninit::<Groups<O::Part>>::uninit() }; LANES];
    let mut run = Run { first, length, is_near, open: open(rest) };
    for start in (0..runs).step_by(LANES) {
        let some = (runs - start).min(LANES);
        let others = if start + some == runs { some - 1 } else { some };
        let mut to_groups = groups.as_mut_ptr();
        // SAFETY: the caller's promise; there is room for the groups of 16 runs.
        unsafe {
            for _ in 0..others / AT_ONCE {
                run.groups::<O, AT_ONCE, BLOCKS>(None, to_groups.cast());
                (run.first, to_groups) = (run.first.add(AT_ONCE * length), to_groups.add(AT_ONCE));
            }
            for _ in 0..others % AT_ONCE {
                run.groups::<O, 1, BLOCKS>(None, to_groups.cast());
                (run.first, to_groups) = (run.first.add(length), to_groups.add(1));
            }
            if others < some {
                run.groups::<O, 1, BLOCKS>(Some(&last), to_groups.cast());
            }
            join_lanes::<T, O>(&groups[..some], to.add(start));
        }
    }
}

/// # Safety
/// See [`Functions::runs`].
#[inline(always)]
unsafe fn runs_of_blocks_here<T: Copy, O: Reduce<T>>(first: *const T, runs: usize, length: usize, to: *mut O::Part) {
    // SAFETY: the caller's promise.
    unsafe { long_runs::<T, O, true>(first, runs, length, to) };
}

/// Joins the groups of each run and writes its part. Each step is a loop of its own, which the compiler makes vectors of.
///
/// # Safety
/// The groups must be initialised, and there must be room for the parts.
#[inline(always)]
unsafe fn join_lanes<T: Copy, O: Reduce<T>>(groups: &[MaybeUninit<Groups<O::Part>>], to: *mut O::Part) {
    let mut fours = [const { MaybeUninit::<[O::Part; 4]>::uninit() }; LANES];
    for (four, groups) in fours.iter_mut().zip(groups) {
        // SAFETY: the caller's promise.
        let lanes = unsafe { (*hidden(groups.as_ptr().cast_mut())).as_chunks::<8>().0 };
        let eight = joined::<T, O, 8>(lanes[0], lanes[1]);
        let (low, high) = eight.split_at(4);
        four.write(core::array::from_fn(|lane| O::join(low[lane], high[lane])));
    }
    for (index, four) in fours[..groups.len()].iter().enumerate() {
        // SAFETY: the loop before has written it; the caller's promise.
        unsafe {
            let four = four.assume_init_ref();
            to.add(index).write(O::join(O::join(four[0], four[2]), O::join(four[1], four[3])));
        }
    }
}

/// # Safety
/// See [`Functions::runs`].
#[inline(always)]
unsafe fn short_runs_here<T: Copy, O: Reduce<T>>(first: *const T, runs: usize, length: usize, to: *mut O::Part) {
    // SAFETY: the caller's promise.
    unsafe {
        match length {
            1 => short::<T, O, 1>(first, runs, to),
            2 => short::<T, O, 2>(first, runs, to),
            3 => short::<T, O, 3>(first, runs, to),
            4 => short::<T, O, 4>(first, runs, to),
            5 if const { O::IS_ORDERED } => short::<T, O, 5>(first, runs, to),
            6 if const { O::IS_ORDERED } => short::<T, O, 6>(first, runs, to),
            7 if const { O::IS_ORDERED } => short::<T, O, 7>(first, runs, to),
            8 if const { O::IS_ORDERED } => short::<T, O, 8>(first, runs, to),
            _ => {}
        }
    }
}

/// Reduces runs of a constant length below [`LANES`]: each partial result is one element.
///
/// # Safety
/// See [`Functions::runs`].
#[inline(always)]
unsafe fn short<T: Copy, O: Reduce<T>, const LENGTH: usize>(first: *const T, runs: usize, to: *mut O::Part) {
    for index in 0..runs {
        // SAFETY: the caller's promise.
        unsafe {
            let element = |lane: usize| O::lift(first.add(index * LENGTH + lane).read());
            let mut lanes: [O::Part; LENGTH] = core::array::from_fn(element);
            let mut used = LENGTH;
            for half in [8, 4, 2, 1] {
                for lane in half..used.min(2 * half) {
                    lanes[lane - half] = O::join(lanes[lane - half], lanes[lane]);
                }
                used = used.min(half);
            }
            to.add(index).write(lanes[0]);
        }
    }
}

/// The part of one run of fewer elements than [`LANES`].
///
/// # Safety
/// The elements must be readable and initialised, and there must be some.
#[inline(always)]
unsafe fn short_run<T: Copy, O: Reduce<T>>(first: *const T, length: usize) -> O::Part {
    // SAFETY: the caller's promise.
    let element = |index: usize| O::lift(unsafe { first.add(index).read() });
    // Unused lanes repeat an element, which nothing joins.
    let mut lanes: Groups<O::Part> = core::array::from_fn(|lane| element(if lane < length { lane } else { 0 }));
    let mut used = length;
    for half in [8, 4, 2, 1] {
        for lane in 0..half {
            if lane + half < used {
                lanes[lane] = O::join(lanes[lane], lanes[lane + half]);
            }
        }
        used = used.min(half);
    }
    lanes[0]
}

/// The groups of so many runs, `distance` elements apart, of `steps` times 16 elements; there must be one step.
///
/// # Safety
/// The elements must be readable and initialised.
#[inline(always)]
unsafe fn side_by_side<T: Copy, O: Reduce<T>, const RUNS: usize>(
    first: *const T,
    distance: usize,
    steps: usize,
) -> [Groups<O::Part>; RUNS] {
    // SAFETY: the caller's promise.
    let element = |run: usize, index: usize| O::lift(unsafe { first.wrapping_add(run * distance + index).read() });
    let mut groups: [Groups<O::Part>; RUNS] =
        core::array::from_fn(|run| core::array::from_fn(|lane| element(run, lane)));
    for step in 1..steps {
        for (run, groups) in groups.iter_mut().enumerate() {
            for (lane, group) in groups.iter_mut().enumerate() {
                *group = O::join(*group, element(run, step * LANES + lane));
            }
        }
    }
    groups
}

/// The first of some runs, which follow one another.
#[derive(Clone, Copy)]
struct Run<T> {
    first: *const T,
    length: usize,
    is_near: bool,
    open: &'static Open,
}

impl<T: Copy> Run<T> {
    /// Writes the joined groups of so many runs. `rest` has the elements after the last step of the last run of all, filled up to 16; of other runs,
    /// `None`, 16 elements are read where they lie.
    ///
    /// # Safety
    /// The elements must be readable and initialised, at least [`LANES`] of each run, and there must be room for the groups.
    #[inline(always)]
    unsafe fn groups<O: Reduce<T>, const RUNS: usize, const BLOCKS: bool>(
        self,
        rest: Option<&[T; LANES]>,
        to: *mut [Groups<O::Part>; RUNS],
    ) {
        let Self { first, length, is_near, open } = self;
        let blocks = if BLOCKS { length / BLOCK } else { 0 };
        let start = blocks * BLOCK;
        let (steps, rest_length) = ((length - start) / LANES, length % LANES);
        let next = |run: usize| match rest {
            Some(rest) => rest,
            // SAFETY: the caller's promise.
            None => unsafe { &*first.wrapping_add(run * length + length - rest_length).cast::<[T; LANES]>() },
        };
        if !BLOCKS {
            // SAFETY: the caller's promise.
            let mut groups = unsafe { side_by_side::<T, O, RUNS>(first, length, steps) };
            if rest_length > 0 {
                for (run, groups) in groups.iter_mut().enumerate() {
                    join_open::<T, O>(groups, next(run), open);
                }
            }
            // SAFETY: the caller's promise.
            return unsafe { to.write(groups) };
        }
        // A binary counter: the joined groups of 2^k blocks, the largest first.
        let (mut levels, mut count) = ([const { MaybeUninit::<[Groups<O::Part>; RUNS]>::uninit() }; MOST_LEVELS], 0);
        let mut at = 0;
        while at < blocks {
            let first = first.wrapping_add(at * BLOCK);
            if RUNS == 1 {
                // The largest powers of two come first, as in the tree.
                let size = 1 << (blocks - at).ilog2();
                // SAFETY: the caller's promise.
                unsafe { tree::<T, O>(first, size, is_near, levels[count].as_mut_ptr().cast()) };
                at += size;
            } else {
                // SAFETY: the caller's promise.
                let mut groups = unsafe { side_by_side::<T, O, RUNS>(first, length, LANES) };
                for _ in 0..at.trailing_ones() {
                    count -= 1;
                    // SAFETY: a set bit of the counter is a level that is written.
                    let left = unsafe { levels[count].assume_init_ref() };
                    for (groups, left) in groups.iter_mut().zip(left) {
                        *groups = joined::<T, O, LANES>(*left, *groups);
                    }
                }
                levels[count].write(groups);
                at += 1;
            }
            count += 1;
        }
        let (levels, last) = levels.split_at(count - 1);
        // SAFETY: the first `count` levels are written.
        let mut groups = unsafe { last[0].assume_init() };
        match steps {
            // The first lanes are a group apart from the last level, which has elements after the last whole block.
            0 => {
                for (run, groups) in groups.iter_mut().enumerate() {
                    join_open::<T, O>(groups, next(run), open);
                }
            }
            _ => {
                // SAFETY: the caller's promise.
                let mut ends = unsafe { side_by_side::<T, O, RUNS>(first.wrapping_add(start), length, steps) };
                for (run, (groups, end)) in groups.iter_mut().zip(&mut ends).enumerate() {
                    join_open::<T, O>(end, next(run), open);
                    *groups = joined::<T, O, LANES>(*groups, *end);
                }
            }
        }
        for level in levels.iter().rev() {
            // SAFETY: it is written.
            let left = unsafe { level.assume_init_ref() };
            for (groups, left) in groups.iter_mut().zip(left) {
                *groups = joined::<T, O, LANES>(*left, *groups);
            }
        }
        // SAFETY: the caller's promise.
        unsafe { to.write(groups) };
    }
}

/// Joins elements to the groups that are open.
#[inline(always)]
fn join_open<T: Copy, O: Reduce<T>>(groups: &mut Groups<O::Part>, next: &[T; LANES], open: &Open) {
    if const { !O::IS_TOTAL } {
        for (lane, (group, &next)) in groups.iter_mut().zip(next).enumerate() {
            if open[lane] != 0 {
                *group = O::join(*group, O::lift(next));
            }
        }
        return;
    }
    // SAFETY: the same reference.
    let open = unsafe { &*hidden((&raw const *open).cast_mut()) };
    let own = *groups;
    let mut all = own;
    for (all, &next) in all.iter_mut().zip(next) {
        *all = O::join(*all, O::lift(next));
    }
    for lane in 0..LANES {
        groups[lane] = if open[lane] != 0 { all[lane] } else { own[lane] };
    }
}

/// # Safety
/// See [`tree`].
#[inline(always)]
unsafe fn tree_here<T: Copy, O: Reduce<T>>(first: *const T, count: usize, is_near: bool, to: *mut Groups<O::Part>) {
    // SAFETY: the caller's promise.
    unsafe {
        match is_near && count >= 4 {
            true => counted::<T, O, 4>(first, count, to),
            false => counted::<T, O, 1>(first, count, to),
        }
    }
}

/// As [`tree`], of a multiple of `AT_ONCE` blocks. A binary counter, since a function that calls itself would not be compiled for the caller's
/// instructions.
///
/// # Safety
/// See [`tree`].
#[inline(always)]
unsafe fn counted<T: Copy, O: Reduce<T>, const AT_ONCE: usize>(
    first: *const T,
    count: usize,
    to: *mut Groups<O::Part>,
) {
    let mut levels = [const { MaybeUninit::<Groups<O::Part>>::uninit() }; MOST_LEVELS];
    let mut depth = 0;
    for index in 0..count / AT_ONCE {
        // SAFETY: the caller's promise.
        let blocks =
            unsafe { side_by_side::<T, O, AT_ONCE>(first.wrapping_add(index * AT_ONCE * BLOCK), BLOCK, LANES) };
        let mut groups = match blocks[..] {
            [a, b, c, d] => joined::<T, O, LANES>(joined::<T, O, LANES>(a, b), joined::<T, O, LANES>(c, d)),
            _ => blocks[0],
        };
        for _ in 0..index.trailing_ones() {
            depth -= 1;
            // SAFETY: a set bit of the counter is a level that is written.
            groups = joined::<T, O, LANES>(unsafe { levels[depth].assume_init() }, groups);
        }
        levels[depth].write(groups);
        depth += 1;
    }
    // SAFETY: a power of two ends in one level; the caller's promise.
    unsafe { to.write(levels[0].assume_init()) }
}

/// Joins parts lane by lane. A loop, since `array::from_fn` is not always inlined, and then lacks the caller's instructions.
#[inline(always)]
pub(super) fn joined<T: Copy, O: Reduce<T>, const WIDTH: usize>(
    mut left: [O::Part; WIDTH],
    right: [O::Part; WIDTH],
) -> [O::Part; WIDTH] {
    for (left, right) in left.iter_mut().zip(right) {
        *left = O::join(*left, right);
    }
    left
}
