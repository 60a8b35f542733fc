//! Blocks of long reductions on the threads of rayon's current pool.

use core::ops::Range;
use std::time::Instant;

use super::rows::take_rows;
use crate::exec::reduce::{BLOCK, Buffer, Columns, Functions};
use crate::exec::{Kernel, PARTS, WORTH, available};
use crate::plan::small::Run;

/// The first part of a matrix, which is timed, has this many elements.
const ELEMENTS: usize = 1 << 15;
/// So many elements of an expression are computed before they are reduced.
const SCRATCH: usize = 1 << 12;

/// True if the matrices with so many positions before, along and after the reduced axes have too few columns for all threads, and rows enough
/// to be divided instead.
pub(super) fn divide([outer, rows, columns]: [usize; 3]) -> bool {
    let threads = available();
    let is_long = rows >= 2 * BLOCK && rows * columns >= 2 * ELEMENTS;
    threads > 1 && outer * columns < threads * PARTS && is_long
}

/// Reduces the rows of dense matrices one after the other, each on several threads if its first blocks take so long, and writes their parts. Threads
/// take whole blocks where the order of joining has a tree of its own for them.
///
/// # Safety
/// The arrays must have the elements of all matrices, which threads may share as they may the kernel, and there must be room for the parts.
pub(super) unsafe fn reduce(
    functions: &Functions,
    run: &Run,
    kernel: Option<&dyn Kernel>,
    [outer, rows, columns]: [usize; 3],
    to: *mut u8,
) {
    for matrix in 0..outer {
        let (first, to) = (matrix * rows, to.wrapping_add(matrix * columns * functions.part));
        // SAFETY: the caller's promise.
        unsafe { Matrix { functions, run, kernel, first, columns }.reduce(rows, to) };
    }
}

/// A dense matrix whose rows are reduced.
#[derive(Clone, Copy)]
struct Matrix<'a> {
    functions: &'a Functions,
    run: &'a Run,
    /// The kernel of its elements; `None` if they are an array's.
    kernel: Option<&'a dyn Kernel>,
    /// The first row.
    first: usize,
    columns: usize,
}
// SAFETY: the caller of `reduce` promises that threads may share the kernel and the arrays.
unsafe impl Sync for Matrix<'_> {}
// SAFETY: as above.
unsafe impl Send for Matrix<'_> {}

/// Parts in memory of their own.
struct Piece(Columns);
// SAFETY: `Matrix::piece` has begun them in memory of their own; what it holds are parts of elements that threads may share.
unsafe impl Send for Piece {}

impl Matrix<'_> {
    /// # Safety
    /// As [`reduce`].
    unsafe fn reduce(self, rows: usize, to: *mut u8) {
        let (blocks, start) = (rows / BLOCK, Instant::now());
        let mut done = 1 << (ELEMENTS / BLOCK / self.columns).clamp(1, blocks).ilog2();
        // SAFETY: the caller's promise.
        unsafe {
            let Piece(mut all) = self.piece(0..done, blocks);
            let rest = start.elapsed().saturating_mul(u32::try_from(blocks / done).unwrap_or(u32::MAX));
            let grain = (blocks / (available() * PARTS)).max(done);
            // As many blocks follow as there are, since the order of joining has a tree for them.
            while rest >= WORTH && done < blocks {
                let next = done..blocks.min(2 * done);
                let Piece(taken) = self.in_parallel(next.clone(), next.len(), grain);
                (self.functions.join)(&mut all, &taken);
                done = next.end;
            }
            self.take(done * BLOCK..rows, &mut all, Some(to));
        }
    }

    /// The parts of these blocks, in memory that has room for more.
    ///
    /// # Safety
    /// As [`reduce`].
    unsafe fn in_parallel(self, blocks: Range<usize>, room: usize, grain: usize) -> Piece {
        let count = blocks.len();
        if count <= grain {
            // SAFETY: the caller's promise.
            return unsafe { self.piece(blocks, room) };
        }
        // The tree of the order of joining: the largest power of two before the rest.
        let middle = blocks.start + (1 << (count - 1).ilog2());
        let part = move |blocks: Range<usize>, room: usize| {
            // SAFETY: the caller's promise.
            unsafe { self.in_parallel(blocks, room, grain) }
        };
        let (mut left, right) =
            rayon::join(|| part(blocks.start..middle, room), || part(middle..blocks.end, blocks.end - middle));
        // SAFETY: both are of the same reduction; the first has the room, and the second follows at a power of two of blocks.
        unsafe { (self.functions.join)(&mut left.0, &right.0) };
        left
    }

    /// The parts of these blocks, computed by this thread, in memory that has room for more.
    ///
    /// # Safety
    /// As [`reduce`].
    unsafe fn piece(self, blocks: Range<usize>, room: usize) -> Piece {
        let mut parts = Columns::default();
        parts.begin(room * BLOCK, self.columns, self.functions.part);
        // SAFETY: the caller's promise.
        unsafe { self.take(blocks.start * BLOCK..blocks.end * BLOCK, &mut parts, None) };
        Piece(parts)
    }

    /// Takes these rows.
    ///
    /// # Safety
    /// As [`reduce`].
    unsafe fn take(self, rows: Range<usize>, parts: &mut Columns, to: Option<*mut u8>) {
        let (mut scratch, mut run) = (Buffer::default(), *self.run);
        let block = (SCRATCH / self.columns).max(1);
        if self.kernel.is_some() {
            run.pointers[0] = scratch.room(block * self.columns, self.functions.element);
        }
        let rows = self.first + rows.start..self.first + rows.end;
        // SAFETY: the caller's promise; there is room for the elements of a block.
        unsafe { take_rows(self.functions, &run, self.kernel, rows, block, parts, to) };
    }
}
