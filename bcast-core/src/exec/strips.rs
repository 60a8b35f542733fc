//! Runs rows that the kernels can't read in place: operands are staged in strips of some rows and lanes, except those that can be read in
//! place.

use smallvec::SmallVec;

use crate::exec::line::{Scratch, room};
use crate::exec::mask::Mask;
use crate::exec::odometer::{At, MAX_LANES, Nest, SCRATCH, STAGE_MAX_ELEM, STAGE_MIN};
use crate::exec::{Block, Kernel, dispatch, stage};

/// The lanes of a strip if some operand is transposed: a cache line's elements or a few times as many.
const TILE: usize = 64;
/// The rows of such a strip: the copies stay in a small L1 until the output's rows are read and written.
const TILE_ROWS: usize = 32;
/// Narrow strips need at least this many rows.
const FEWEST: usize = 8;

/// The size of the strips.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Strips {
    rows: usize,
    lanes: usize,
    mask: Mask,
}

impl Strips {
    /// The strips of a nest with contiguous output rows and the kernel for this mask; `None` if they would be too short.
    pub(super) fn new(nest: &Nest, mask: Mask) -> Option<Self> {
        let staged = || (1..nest.inner.len()).filter(|&array| is_staged(nest, mask, array));
        if staged().any(|array| nest.sizes[array] > STAGE_MAX_ELEM) {
            return None;
        }
        let mut strips = Strips { rows: nest.rows, lanes: nest.length.min(MAX_LANES), mask };
        if (1..nest.inner.len()).any(|array| mask.steps(array - 1) && nest.is_transposed(array)) {
            let lanes = if nest.rows < FEWEST { TILE * FEWEST } else { TILE };
            (strips.rows, strips.lanes) = (nest.rows.min(TILE_ROWS), nest.length.min(lanes));
        } else if staged().any(|array| nest.outer[array] != 0) {
            // An operand that stands still along the rows is copied for one strip, which serves all strips of the same rows.
            if nest.length >= 2 * TILE && nest.rows >= FEWEST && staged().all(|array| nest.inner[array] == 0) {
                strips.lanes = if nest.length < 4 * TILE { TILE } else { 2 * TILE };
            }
            strips.rows = (MAX_LANES / strips.lanes).clamp(1, nest.rows);
        }
        let needed = |strips: Strips| -> usize { staged().map(|array| strips.room(nest, array)).sum() };
        while needed(strips) > SCRATCH {
            let halved = if strips.rows > 1 { &mut strips.rows } else { &mut strips.lanes };
            *halved /= 2;
        }
        (strips.lanes >= STAGE_MIN.min(nest.length) && strips.rows * strips.lanes >= STAGE_MIN).then_some(strips)
    }

    /// Bytes of scratch for an array's copy; one row suffices if all rows are the same.
    fn room(self, nest: &Nest, array: usize) -> usize {
        room(nest.sizes[array] * if nest.outer[array] == 0 { self.lanes } else { self.rows * self.lanes })
    }

    /// Computes every element of the nest at `at`.
    ///
    /// # Safety
    /// As [`execute`](super::odometer::execute), for the sheets at `at` of the nest that these strips were made for.
    pub(super) unsafe fn run(self, nest: &Nest, at: &At, kernel: &dyn Kernel) {
        let mut scratch = Scratch::<SCRATCH>::new();
        let mut columns = self.columns(nest, scratch.first());
        let columns = &mut columns[..];
        let mut operands: SmallVec<[*const u8; 8]> = at.operands.clone();
        let mut outer: SmallVec<[isize; 8]> = columns.iter().map(|column| column.by[1]).collect();
        let (operands, outer, firsts) = (&mut operands[..], &mut outer[..], &at.operands[..]);
        for sheet in 0..nest.sheets {
            for row in (0..nest.rows).step_by(self.rows) {
                for start in (0..nest.length).step_by(self.lanes) {
                    let (rows, length) = (self.rows.min(nest.rows - row), self.lanes.min(nest.length - start));
                    let block_at = [sheet, row, start];
                    let arrays = columns.iter_mut().zip(firsts).zip(operands.iter_mut().zip(outer.iter_mut()));
                    for ((column, &first), (operand, outer)) in arrays {
                        let source = column.element(first, block_at);
                        let Some(copy) = &mut column.copy else {
                            *operand = source;
                            continue;
                        };
                        // A copy stays valid until an index changes along which the operand moves.
                        let from = [0, 1, 2].map(|axis| if column.by[axis] != 0 { block_at[axis] } else { 0 });
                        if copy.made != from {
                            copy.made = from;
                            let [_, from_row, inner] = column.by;
                            let rows = if from_row == 0 { 1 } else { rows };
                            let length = if inner == 0 { self.lanes } else { length };
                            *operand = copy.target;
                            *outer = if from_row == 0 { 0 } else { (length * column.size) as isize };
                            let rows = stage::Rows { source, rows, outer: from_row, length, inner };
                            // SAFETY: the rows are the operand's within the strip, and `target` has room for all of them, as counted in
                            // `new`.
                            unsafe { dispatch::copy_rows(rows, column.size, copy.target, nest.instructions) };
                        }
                    }
                    let block = Block {
                        operands: operands.as_ptr(),
                        output: nest.element(at.output, 0, block_at).cast_mut(),
                        rows,
                        length,
                        output_outer: nest.outer[0],
                        outer: outer.as_ptr(),
                        inner: nest.inner.as_ptr(),
                    };
                    // SAFETY: every operand that steps has contiguous rows here, its own or copies; operands that the mask lets stand still
                    // have stride 0, as `Nest::mask` has checked.
                    unsafe { kernel.rows(&block, self.mask, nest.instructions) };
                }
            }
        }
    }

    /// The operands of a nest, each staged one with its part of `scratch`.
    fn columns(self, nest: &Nest, scratch: *mut u8) -> SmallVec<[Column; 8]> {
        let mut free = scratch;
        let column = |array: usize| {
            let size = nest.sizes[array];
            let by = [nest.sheet[array], nest.outer[array], nest.inner[array] * size as isize];
            let copy = is_staged(nest, self.mask, array).then(|| {
                let target = free;
                free = free.wrapping_add(self.room(nest, array));
                Aside { target, made: [usize::MAX; 3] }
            });
            Column { by, size, copy }
        };
        (1..nest.inner.len()).map(column).collect()
    }
}

struct Column {
    /// From sheet to sheet, from row to row and from element to element, in bytes.
    by: [isize; 3],
    size: usize,
    /// `None` if it is read in place.
    copy: Option<Aside>,
}

/// An operand's copy.
struct Aside {
    target: *mut u8,
    /// The sheet, row and lane that it was copied from; 0 along axes on which the operand does not move.
    made: [usize; 3],
}

impl Column {
    /// The element at a sheet, row and lane.
    #[inline(always)]
    fn element(&self, first: *const u8, at: [usize; 3]) -> *const u8 {
        let [sheet, row, lane] = [0, 1, 2].map(|axis| at[axis] as isize * self.by[axis]);
        first.wrapping_offset(sheet).wrapping_offset(row).wrapping_offset(lane)
    }
}

/// True if the kernel can't read an array's rows in place.
fn is_staged(nest: &Nest, mask: Mask, array: usize) -> bool {
    mask.steps(array - 1) && nest.inner[array] != 1
}
