//! Reduces whole runs, whose partial results stay in registers.

use core::mem::MaybeUninit;

use super::parts::{BLOCK, LANES, Reduce, for_instructions};
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
    /// Writes the joined groups of `count` blocks, a power of two.
    ///
    /// # Safety
    /// The blocks must be readable and initialised, and there must be room for the groups.
    pub(super) tree of Reduce up to Avx2 = tree_here(first: *const T, count: usize, to: *mut Groups<O::Part>)
}

/// The elements of two steps.
const TWO_STEPS: usize = 2 * LANES;
/// Runs of at most this many elements are compiled for their length; those of more than four only if the order matters, since the compiler makes
/// no vectors of comparisons there.
pub(crate) const MOST_CONSTANT: usize = 8;

/// One group of each partial result.
pub(super) type Groups<P> = [P; LANES];
/// More than the bits of a count of blocks.
const MOST_LEVELS: usize = usize::BITS as usize;

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
            ..TWO_STEPS if const { O::IS_ORDERED } => {
                for index in 0..runs {
                    to.add(index).write(run_of_two_steps::<T, O>(first.add(index * length), length));
                }
            }
            // As many as the registers have room for.
            _ => match const { size_of::<O::Part>() <= size_of::<f32>() } {
                true => long_runs::<T, O, 4>(first, runs, length, to),
                false => long_runs::<T, O, 2>(first, runs, length, to),
            },
        }
    }
}

/// Reduces runs of [`LANES`] elements or more, some `AT_ONCE`, since each joining waits for the one before it.
///
/// # Safety
/// See [`Functions::runs`].
#[inline(always)]
unsafe fn long_runs<T: Copy, O: Reduce<T>, const AT_ONCE: usize>(
    first: *const T,
    runs: usize,
    length: usize,
    to: *mut O::Part,
) {
    // The groups of some runs are kept in memory from step to step: else the compiler carries the order in which lanes are joined at last into the
    // loops before, which then have no vectors.
    let mut groups = [const { MaybeUninit::<Groups<O::Part>>::uninit() }; LANES];
    for start in (0..runs).step_by(LANES) {
        let some = &mut groups[..(runs - start).min(LANES)];
        // SAFETY: the caller's promise.
        unsafe {
            let run_at = |offset: usize| first.add((start + offset) * length);
            let (several, others) = some.as_chunks_mut::<AT_ONCE>();
            let whole = several.len() * AT_ONCE;
            for (index, groups) in several.iter_mut().enumerate() {
                *groups = run::<T, O, AT_ONCE>(run_at(index * AT_ONCE), length).map(MaybeUninit::new);
            }
            for (index, groups) in others.iter_mut().enumerate() {
                *groups = run::<T, O, 1>(run_at(whole + index), length).map(MaybeUninit::new)[0];
            }
            for (offset, groups) in some.iter().enumerate() {
                let mut lanes = groups.assume_init();
                for half in [8, 4, 2, 1] {
                    for lane in 0..half {
                        lanes[lane] = O::join(lanes[lane], lanes[lane + half]);
                    }
                }
                to.add(start + offset).write(lanes[0]);
            }
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

/// The part of one run of at least [`LANES`] elements and fewer than two steps. Without loops, so that all lanes stay in registers.
///
/// # Safety
/// The elements must be readable and initialised.
#[inline(always)]
unsafe fn run_of_two_steps<T: Copy, O: Reduce<T>>(first: *const T, length: usize) -> O::Part {
    // SAFETY: the caller's promise.
    let element = |index: usize| O::lift(unsafe { first.add(index).read() });
    let mut lanes: Groups<O::Part> = core::array::from_fn(element);
    for (lane, group) in lanes.iter_mut().enumerate() {
        let has_next = lane + LANES < length;
        let next = O::join(*group, element(if has_next { lane + LANES } else { lane }));
        *group = if has_next { next } else { *group };
    }
    for half in [8, 4, 2, 1] {
        for lane in 0..half {
            lanes[lane] = O::join(lanes[lane], lanes[lane + half]);
        }
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

/// The joined groups of some runs, which follow one another.
///
/// # Safety
/// The elements must be readable and initialised, at least [`LANES`] of each run.
#[inline(always)]
unsafe fn run<T: Copy, O: Reduce<T>, const RUNS: usize>(first: *const T, length: usize) -> [Groups<O::Part>; RUNS] {
    let blocks = if const { O::IS_ORDERED } { length / BLOCK } else { 0 };
    let (mut levels, mut count) = ([const { MaybeUninit::<[Groups<O::Part>; RUNS]>::uninit() }; MOST_LEVELS], 0);
    let mut at = 0;
    while at < blocks {
        let first = first.wrapping_add(at * BLOCK);
        if RUNS == 1 {
            // The largest powers of two come first, as in the tree.
            let size = 1 << (blocks - at).ilog2();
            // SAFETY: the caller's promise.
            unsafe { tree::<T, O>(first, size, levels[count].as_mut_ptr().cast()) };
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
    let start = blocks * BLOCK;
    let (steps, rest) = ((length - start) / LANES, length % LANES);
    // The first lanes, which have elements after the last whole block, are a group apart from the last level.
    let open = if steps > 0 { LANES } else { rest };
    let mut lanes = match steps {
        // SAFETY: there is a block, since there are 16 elements; the levels are written.
        0 => unsafe { levels[count - 1].assume_init() },
        // SAFETY: the caller's promise.
        _ => unsafe { side_by_side::<T, O, RUNS>(first.wrapping_add(start), length, steps) },
    };
    for (run, lanes) in lanes.iter_mut().enumerate() {
        let last = first.wrapping_add(run * length + length - rest);
        for (lane, group) in lanes.iter_mut().enumerate().take(rest) {
            // SAFETY: the caller's promise.
            let next = O::lift(unsafe { last.wrapping_add(lane).read() });
            *group = if steps == 0 { next } else { O::join(*group, next) };
        }
        for index in (0..count).rev() {
            // SAFETY: the first `count` levels are written.
            let left = unsafe { &levels[index].assume_init_ref()[run] };
            if index + 1 == count && open < LANES {
                for lane in 0..open {
                    lanes[lane] = O::join(left[lane], lanes[lane]);
                }
            } else {
                *lanes = joined::<T, O, LANES>(*left, *lanes);
            }
        }
    }
    lanes
}

/// # Safety
/// See [`tree`].
#[inline(always)]
unsafe fn tree_here<T: Copy, O: Reduce<T>>(first: *const T, count: usize, to: *mut Groups<O::Part>) {
    if count < 4 {
        // SAFETY: the caller's promise.
        let block = |at: usize| unsafe { side_by_side::<T, O, 1>(first.wrapping_add(at * BLOCK), BLOCK, LANES) }[0];
        let mut groups = block(0);
        for next in 1..count {
            groups = joined::<T, O, LANES>(groups, block(next));
        }
        // SAFETY: the caller's promise.
        return unsafe { to.write(groups) };
    }
    // A binary counter of fours, since a function that calls itself would not be compiled for the caller's instructions.
    let mut levels = [const { MaybeUninit::<Groups<O::Part>>::uninit() }; MOST_LEVELS];
    let mut depth = 0;
    for four in 0..count / 4 {
        // SAFETY: the caller's promise.
        let [a, b, c, d] = unsafe { side_by_side::<T, O, 4>(first.wrapping_add(four * 4 * BLOCK), BLOCK, LANES) };
        let mut groups = joined::<T, O, LANES>(joined::<T, O, LANES>(a, b), joined::<T, O, LANES>(c, d));
        for _ in 0..four.trailing_ones() {
            depth -= 1;
            // SAFETY: a set bit of the counter is a level that is written.
            groups = joined::<T, O, LANES>(unsafe { levels[depth].assume_init() }, groups);
        }
        levels[depth].write(groups);
        depth += 1;
    }
    // SAFETY: a power of two fours ends in one level; the caller's promise.
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
