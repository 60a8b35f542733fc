//! Tiles on the threads of rayon's current pool.

use core::ops::Range;
use std::time::Instant;

use super::run::{self, Space};
use crate::exec::{PARTS, WORTH, available};

/// Computes a tile at these starts, of these lengths.
type Compute<'a> = dyn Fn(&[usize], &[usize], &mut Space) + 'a;

/// The tiles of a frame.
#[derive(Clone, Copy)]
struct Tiles<'a> {
    all: &'a [usize],
    lengths: &'a [usize],
    compute: &'a Compute<'a>,
    /// The number of values of the call.
    values: usize,
    /// At or below this many tiles, they are not divided.
    grain: usize,
}
// SAFETY: the caller of `each_tile` promises that threads may share what a tile reads and that each writes memory of its own.
unsafe impl Send for Tiles<'_> {}

/// Computes each tile of so many positions, on several threads if the rest takes so much longer than the first one.
///
/// # Safety
/// Threads must be able to share what `compute` refers to, and two tiles must write different memory.
pub(super) unsafe fn each_tile(all: &[usize], lengths: &[usize], space: &mut Space, compute: &Compute<'_>) {
    let count = run::tiles(all, lengths);
    let tiles = Tiles { all, lengths, compute, values: space.values.len(), grain: count };
    let threads = available();
    if threads == 1 {
        return tiles.alone(0..count, space);
    }
    let start = Instant::now();
    tiles.alone(0..count.min(1), space);
    let rest = start.elapsed().saturating_mul(u32::try_from(count.saturating_sub(1)).unwrap_or(u32::MAX));
    if rest < WORTH {
        return tiles.alone(count.min(1)..count, space);
    }
    // SAFETY: the caller's promise.
    unsafe { Tiles { grain: count.div_ceil(threads * PARTS), ..tiles }.in_parallel(1..count) };
}

impl Tiles<'_> {
    /// Divides tiles until the parts are small.
    ///
    /// # Safety
    /// As [`each_tile`].
    unsafe fn in_parallel(self, range: Range<usize>) {
        if range.len() <= self.grain {
            return self.alone(range, &mut Space::of(self.values));
        }
        let middle = range.start + range.len() / 2;
        let (left, right) = (range.start..middle, middle..range.end);
        // SAFETY: the caller's promise.
        rayon::join(move || unsafe { self.in_parallel(left) }, move || unsafe { self.in_parallel(right) });
    }

    /// Computes these tiles on this thread.
    fn alone(self, range: Range<usize>, space: &mut Space) {
        run::each_tile(range, self.all, self.lengths, &mut |starts, own| (self.compute)(starts, own, space));
    }
}
