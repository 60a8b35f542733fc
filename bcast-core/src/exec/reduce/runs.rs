//! Reduces whole runs, whose partial results stay in registers.

use core::mem::MaybeUninit;

use super::{BLOCK, LANES, Reduce, for_instructions};
#[cfg(all(target_arch = "x86_64", feature = "std", not(target_feature = "avx2")))]
use crate::exec::dispatch::Instructions;

for_instructions! {
    /// # Safety
    /// See [`Functions::runs`].
    pub(super) runs of Reduce = runs_here(first: *const u8, runs: usize, length: usize, to: *mut u8)
}

for_instructions! {
    /// Writes the joined groups of `count` blocks, a power of two, from the block with the number `at` on, of elements that begin at `first`.
    ///
    /// # Safety
    /// The blocks must be readable and initialised, and there must be room for the groups.
    pub(super) tree of Reduce = tree_here(first: *const T, at: usize, count: usize, to: *mut Groups<O::Part>)
}

/// Runs of at most this many elements are compiled for their length.
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
            0 => {}
            1 => short::<T, O, 1>(first, runs, to),
            2 => short::<T, O, 2>(first, runs, to),
            3 => short::<T, O, 3>(first, runs, to),
            4 => short::<T, O, 4>(first, runs, to),
            5 => short::<T, O, 5>(first, runs, to),
            6 => short::<T, O, 6>(first, runs, to),
            7 => short::<T, O, 7>(first, runs, to),
            8 => short::<T, O, 8>(first, runs, to),
            9..LANES => {
                for index in 0..runs {
                    to.add(index).write(short_run::<T, O>(first.add(index * length), length));
                }
            }
            _ => {
                // The groups of some runs are kept in memory from step to step: else the compiler carries the order in which lanes are joined at
                // last into the loops before, which then have no vectors.
                let mut groups = [const { MaybeUninit::<Groups<O::Part>>::uninit() }; LANES];
                let (steps, rest) = (length / LANES, length % LANES);
                for start in (0..runs).step_by(LANES) {
                    let some = &mut groups[..(runs - start).min(LANES)];
                    let run_at = |offset: usize| first.add((start + offset) * length);
                    for (offset, groups) in some.iter_mut().enumerate() {
                        let first = run_at(offset);
                        groups.write(match length {
                            ..BLOCK => whole_steps::<T, O>(first, 0, steps),
                            _ => run::<T, O>(first, length),
                        });
                    }
                    if rest > 0 && length < BLOCK {
                        for (offset, groups) in some.iter_mut().enumerate() {
                            take_rest::<T, O>(groups.assume_init_mut(), run_at(offset), length, false);
                        }
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
            let element = |lane: usize| O::lift(first.add(index * LENGTH + lane).read(), lane);
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
    let element = |index: usize| O::lift(unsafe { first.add(index).read() }, index);
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

/// The groups of whole steps from an element on; there must be one.
///
/// # Safety
/// The elements must be readable and initialised.
#[inline(always)]
unsafe fn whole_steps<T: Copy, O: Reduce<T>>(first: *const T, start: usize, steps: usize) -> Groups<O::Part> {
    // SAFETY: the caller's promise.
    let element = |index: usize| O::lift(unsafe { first.add(index).read() }, index);
    let mut lanes: Groups<O::Part> = core::array::from_fn(|lane| element(start + lane));
    for step in 1..steps {
        for (lane, group) in lanes.iter_mut().enumerate() {
            *group = O::join(*group, element(start + step * LANES + lane));
        }
    }
    lanes
}

/// Joins the elements of a run after its last whole step; they begin `fresh` groups.
///
/// # Safety
/// The elements must be readable and initialised.
#[inline(always)]
unsafe fn take_rest<T: Copy, O: Reduce<T>>(lanes: &mut Groups<O::Part>, first: *const T, length: usize, fresh: bool) {
    let (start, rest) = (length / LANES * LANES, length % LANES);
    for (lane, group) in lanes.iter_mut().enumerate().take(rest) {
        // SAFETY: the caller's promise.
        let next = O::lift(unsafe { first.add(start + lane).read() }, start + lane);
        *group = if fresh { next } else { O::join(*group, next) };
    }
}

/// The joined groups of one run.
///
/// # Safety
/// The elements must be readable and initialised, at least [`LANES`].
#[inline(always)]
unsafe fn run<T: Copy, O: Reduce<T>>(first: *const T, length: usize) -> Groups<O::Part> {
    let blocks = length / BLOCK;
    // The largest powers of two come first, as in the tree.
    let (mut levels, mut count, mut at) = ([const { MaybeUninit::<Groups<O::Part>>::uninit() }; MOST_LEVELS], 0, 0);
    while at < blocks {
        let size = 1 << (blocks - at).ilog2();
        // SAFETY: the caller's promise.
        unsafe { tree::<T, O>(first, at, size, levels[count].as_mut_ptr()) };
        (at, count) = (at + size, count + 1);
    }
    // SAFETY: the first `count` levels are written.
    let level = |index: usize| unsafe { levels[index].assume_init() };
    let start = blocks * BLOCK;
    let (steps, rest) = ((length - start) / LANES, length % LANES);
    // The first lanes, which have elements after the last whole block, are a group apart from the last level.
    let open = if steps > 0 { LANES } else { rest };
    // SAFETY: the caller's promise.
    let mut lanes = if steps > 0 { unsafe { whole_steps::<T, O>(first, start, steps) } } else { level(count - 1) };
    if rest > 0 {
        // SAFETY: the caller's promise.
        unsafe { take_rest::<T, O>(&mut lanes, first, length, steps == 0) };
    }
    for index in (0..count).rev() {
        let left = level(index);
        let joined = if index + 1 == count { open } else { LANES };
        for (lane, group) in lanes.iter_mut().enumerate() {
            if lane < joined {
                *group = O::join(left[lane], *group);
            }
        }
    }
    lanes
}

/// # Safety
/// See [`tree`].
#[inline(always)]
unsafe fn tree_here<T: Copy, O: Reduce<T>>(first: *const T, at: usize, count: usize, to: *mut Groups<O::Part>) {
    // SAFETY: the caller's promise.
    let block = |at: usize| unsafe { several::<T, O, 1>(first, at) }[0];
    if count < 4 {
        let mut groups = block(at);
        for next in at + 1..at + count {
            groups = joined::<T, O, LANES>(groups, block(next));
        }
        // SAFETY: the caller's promise.
        return unsafe { to.write(groups) };
    }
    // A binary counter of fours, since a function that calls itself would not be compiled for the caller's instructions.
    let mut levels = [const { MaybeUninit::<Groups<O::Part>>::uninit() }; MOST_LEVELS];
    let mut depth = 0;
    for four in 0..count / 4 {
        let at = at + four * 4;
        let [a, b, c, d] = match O::BLOCKS_AT_ONCE {
            1 => {
                // A loop, so that the block is compiled once.
                let mut blocks = [const { MaybeUninit::<Groups<O::Part>>::uninit() }; 4];
                for (offset, groups) in blocks.iter_mut().enumerate() {
                    groups.write(block(at + offset));
                }
                // SAFETY: all four are written.
                blocks.map(|groups| unsafe { groups.assume_init() })
            }
            // SAFETY: the caller's promise.
            _ => unsafe { several::<T, O, 4>(first, at) },
        };
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

/// The groups of some blocks; several at once, since an addition waits for the one before it.
///
/// # Safety
/// As [`run`]; the blocks must be in the run.
#[inline(always)]
pub(super) unsafe fn several<T: Copy, O: Reduce<T>, const BLOCKS: usize>(
    first: *const T,
    at: usize,
) -> [Groups<O::Part>; BLOCKS] {
    let index = |block: usize, step: usize, lane: usize| (at + block) * BLOCK + step * LANES + lane;
    // SAFETY: the caller's promise.
    let element = |index: usize| O::lift(unsafe { first.wrapping_add(index).read() }, index);
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
