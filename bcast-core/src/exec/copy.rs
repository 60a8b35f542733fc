//! Copies elements between arrays of any strides: operands that no kernel reads in place into scratch, and results from scratch.

use core::mem::MaybeUninit;

use smallvec::SmallVec;

use crate::exec::line::room;
use crate::plan::sort::sort_few;

#[cfg(test)]
mod tests;

/// One loop of a copy; strides in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Loop {
    pub(super) length: usize,
    pub(super) from: isize,
    pub(super) to: isize,
}

/// A nest of loops that copies.
#[derive(Clone, Debug)]
pub(super) struct Copying {
    /// From the outermost to the innermost.
    loops: SmallVec<[Loop; 8]>,
    /// Bytes that are contiguous in both arrays and copied at a time.
    unit: usize,
    /// The bytes written once the first `copied` ones are repeated; 0 without repetition.
    total: usize,
    /// The bytes written by the loops, if they are repeated.
    copied: usize,
    /// How often each element is written; 1 if units are copied.
    times: usize,
}

/// Elements are written in runs of this many bytes; the last one may overrun.
pub(super) const RUN: usize = 32;

impl Copying {
    /// Copies elements of `size` bytes; `loops` is ordered from the innermost to the outermost.
    pub(super) fn new(loops: impl Iterator<Item = Loop>, size: usize) -> Self {
        let mut kept: SmallVec<[Loop; 8]> = SmallVec::new();
        for one in loops.filter(|one| one.length != 1) {
            match kept.last_mut() {
                Some(inner) if goes_on(inner, &one) => inner.length *= one.length,
                _ => kept.push(one),
            }
        }
        let mut copying = Copying { loops: kept, unit: size, total: 0, copied: 0, times: 1 };
        if let Some(first) = copying.loops.first().copied()
            && first.from == 0
            && matches!(size, 1 | 2 | 4 | 8)
            && first.to == size as isize
            && first.length >= 4
            && copying.loops.len() > 1
        {
            copying.loops.remove(0);
            copying.times = first.length;
            copying.unit *= first.length;
            copying.fold_repeats();
            copying.loops.reverse();
            return copying;
        }
        if let Some(run) = copying.loops.iter().position(|one| one.from == size as isize && one.to == one.from) {
            copying.unit *= copying.loops.remove(run).length;
        }
        if copying.loops.last().is_some_and(|outermost| outermost.from == 0) {
            copying.fold_repeats();
        }
        // The longest loop goes innermost, since starting a loop takes time.
        sort_few(&mut copying.loops, |one| one.length);
        copying
    }

    /// Removes the outermost loops that read nothing new and only append to the bytes written; [`repeat`] replaces them.
    fn fold_repeats(&mut self) {
        let mut parts: usize = self.loops.iter().map(|one| one.length).product();
        let all = parts * self.unit;
        while let Some(outermost) = self.loops.last().copied()
            && outermost.from == 0
            && outermost.to == (parts / outermost.length * self.unit) as isize
        {
            parts /= outermost.length;
            self.loops.pop();
        }
        if parts * self.unit < all {
            (self.copied, self.total) = (parts * self.unit, all);
        }
    }

    /// # Safety
    /// The loops must lead from `from` to readable elements and from `to` to writable memory, and the two must not overlap.
    pub(super) unsafe fn run(&self, from: *const u8, to: *mut u8) {
        // SAFETY: the caller's promise; a unit's bytes are contiguous in both arrays.
        unsafe {
            match self.unit {
                0 => return,
                unit if self.times > 1 => match unit / self.times {
                    1 => self.fills::<1>(from, to),
                    2 => self.fills::<2>(from, to),
                    4 => self.fills::<4>(from, to),
                    _ => self.fills::<8>(from, to),
                },
                1 => self.units::<1>(from, to),
                2 => self.units::<2>(from, to),
                4 => self.units::<4>(from, to),
                8 => self.units::<8>(from, to),
                16 => self.units::<16>(from, to),
                3 => self.ends::<2>(from, to),
                5..8 => self.ends::<4>(from, to),
                9..16 => self.ends::<8>(from, to),
                17..32 => self.ends::<16>(from, to),
                32..=64 => self.ends::<32>(from, to),
                65..512 => self.parts(from, to),
                unit => self.each(from, to, |from, to| core::ptr::copy_nonoverlapping(from, to, unit)),
            }
            if self.total > self.copied {
                repeat(self.copied, self.total, to);
            }
        }
    }

    /// # Safety
    /// As [`run`](Self::run), for units of `SIZE` bytes.
    unsafe fn units<const SIZE: usize>(&self, from: *const u8, to: *mut u8) {
        // SAFETY: the caller's promise; `Bytes` has alignment 1.
        unsafe { self.each(from, to, |from, to| to.cast::<Bytes<SIZE>>().write(from.cast::<Bytes<SIZE>>().read())) };
    }

    /// Copies each unit as two parts that may overlap.
    ///
    /// # Safety
    /// As [`run`](Self::run), for units of `PART` to `2 * PART` bytes.
    unsafe fn ends<const PART: usize>(&self, from: *const u8, to: *mut u8) {
        let last = self.unit - PART;
        // SAFETY: the caller's promise; both parts are within the unit.
        unsafe {
            self.each(from, to, |from, to| {
                let parts = (from.cast::<Bytes<PART>>().read(), from.add(last).cast::<Bytes<PART>>().read());
                to.cast::<Bytes<PART>>().write(parts.0);
                to.add(last).cast::<Bytes<PART>>().write(parts.1);
            });
        }
    }

    /// Copies each unit in parts, the last two of which may overlap.
    ///
    /// # Safety
    /// As [`run`](Self::run), for units of more than 32 bytes.
    unsafe fn parts(&self, from: *const u8, to: *mut u8) {
        type Part = Bytes<32>;
        let last = self.unit - size_of::<Part>();
        // SAFETY: the caller's promise; every part is within the unit.
        unsafe {
            self.each(from, to, |from, to| {
                let mut at = 0;
                while at < last {
                    to.add(at).cast::<Part>().write(from.add(at).cast::<Part>().read());
                    at += size_of::<Part>();
                }
                to.add(last).cast::<Part>().write(from.add(last).cast::<Part>().read());
            });
        }
    }

    /// Writes each element at least `times` times, in whole runs.
    ///
    /// # Safety
    /// As [`run`](Self::run), for elements of `SIZE` bytes.
    unsafe fn fills<const SIZE: usize>(&self, from: *const u8, to: *mut u8) {
        // SAFETY: the caller's promise.
        unsafe { self.each(from, to, |from, to| fill_over(from.cast::<Bytes<SIZE>>().read(), self.times, to.cast())) };
    }

    /// Calls `copy` at each index of the loops.
    ///
    /// # Safety
    /// As [`run`](Self::run), if `copy` stays within a unit.
    #[inline(always)]
    unsafe fn each(&self, from: *const u8, to: *mut u8, copy: impl Fn(*const u8, *mut u8)) {
        const NONE: Loop = Loop { length: 1, from: 0, to: 0 };
        let (outer, [middle, inner]) = match *self.loops.as_slice() {
            [] => return copy(from, to),
            [inner] => (&[][..], [NONE, inner]),
            [ref outer @ .., middle, inner] => (outer, [middle, inner]),
        };
        let (mut from, mut to) = (from, to);
        let mut index: SmallVec<[usize; 8]> = SmallVec::from_elem(0, outer.len());
        loop {
            for row in 0..middle.length as isize {
                let (mut from, mut to) = (from.wrapping_offset(row * middle.from), to.wrapping_offset(row * middle.to));
                for _ in 0..inner.length {
                    copy(from, to);
                    (from, to) = (from.wrapping_offset(inner.from), to.wrapping_offset(inner.to));
                }
            }
            let mut axis = outer.len();
            loop {
                let Some(next) = axis.checked_sub(1) else { return };
                axis = next;
                let one = &outer[axis];
                index[axis] += 1;
                let steps = if index[axis] < one.length { 1 } else { 1 - one.length as isize };
                (from, to) = (from.wrapping_offset(steps * one.from), to.wrapping_offset(steps * one.to));
                if steps == 1 {
                    break;
                }
                index[axis] = 0;
            }
        }
    }
}

/// True if both arrays step evenly from the inner loop into the outer one.
fn goes_on(inner: &Loop, outer: &Loop) -> bool {
    let length = inner.length as isize;
    // Wrapping: the end of a loop may lie outside the memory.
    outer.from == inner.from.wrapping_mul(length) && outer.to == inner.to.wrapping_mul(length)
}

/// Bytes that may be padding: they are moved, never inspected.
pub(super) type Bytes<const SIZE: usize> = [MaybeUninit<u8>; SIZE];

/// Bytes of scratch for a copy: its elements, and one run that may be written behind them.
pub(super) fn room_of_copy(count: usize, size: usize) -> usize {
    room(count * size + RUN)
}

/// Repeats the first `done` bytes until there are `count`.
///
/// # Safety
/// `target` must have `done` bytes, at least one, and room for `count`, at least as many.
pub(super) unsafe fn repeat(mut done: usize, count: usize, target: *mut u8) {
    while done < count {
        let more = done.min(count - done);
        // SAFETY: the source has been written, and ends where the copy begins.
        unsafe { core::ptr::copy_nonoverlapping(target, target.add(done), more) };
        done += more;
    }
}

/// Writes an element `count` times.
///
/// # Safety
/// `target` must have room for them.
#[inline(always)]
pub(super) unsafe fn fill<const SIZE: usize>(element: Bytes<SIZE>, count: usize, target: *mut Bytes<SIZE>) {
    // Two runs at a time.
    let at_once = const { if SIZE == 0 { 1 } else { (2 * RUN).div_ceil(SIZE) } };
    let Some(last) = count.checked_sub(at_once) else {
        for at in 0..count {
            // SAFETY: the caller's promise.
            unsafe { target.add(at).write(element) };
        }
        return;
    };
    // The last ones may overlap those before.
    for first in (0..last).step_by(at_once).chain([last]) {
        for at in first..first + at_once {
            // SAFETY: `first` and the elements written from it are within `count`, for which the caller has room.
            unsafe { target.add(at).write(element) };
        }
    }
}

/// Writes an element at least `count` times, in whole runs.
///
/// # Safety
/// `target` must have room for them and [`RUN`] bytes more.
#[inline(always)]
pub(super) unsafe fn fill_over<const SIZE: usize>(element: Bytes<SIZE>, count: usize, target: *mut Bytes<SIZE>) {
    let mut at = 0;
    while at < count {
        for index in 0..const { RUN / SIZE } {
            // SAFETY: `at` is within the caller's room, behind which there is one more run.
            unsafe { target.add(at + index).write(element) };
        }
        at += const { RUN / SIZE };
    }
}
