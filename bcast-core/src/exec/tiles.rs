//! Computes elements by strides, tile by tile, in an order of the loops that the caches serve well.

use smallvec::SmallVec;

use crate::exec::dispatch::Instructions;
use crate::exec::in_place::SHORT_ROW;
use crate::exec::mask::Mask;
use crate::exec::stage::make_tiles;
use crate::exec::{Block, Kernel};
use crate::plan::small::is_across;

/// So many elements of a row, in other cache lines each, are computed before those of the next row, and so many rows, which lie in other pages each, before
/// the next of these elements: the lines stay in L1, and are read or written whole before they leave it.
const TILE: [usize; 2] = [64, 64];
/// The same if few of its sets hold the lines.
const NARROW: [usize; 2] = [16, 128];
/// The bytes of a row and of a whole tile of several sheets.
const SHEETS: [usize; 2] = [256, 16 * 1024];
/// Fewer elements take less time than a call of the kernel.
const FEW: usize = 16;
/// The most arrays whose pointers and strides fit the registers.
const IN_REGISTERS: usize = 4;
/// Lines that are a multiple of so many bytes apart are in few sets of L1.
const ALIASED: usize = 512;

/// The strides of some arrays in three loops; the output's come first.
pub(super) struct Strides<S> {
    /// From element to element, in elements.
    pub(super) inner: S,
    /// From row to row, in bytes.
    pub(super) outer: S,
    /// From sheet to sheet, in bytes.
    pub(super) sheet: S,
}

/// Orders the loops over elements, rows and sheets, whose numbers are the lengths: a short inner loop gets the place of the next longer one.
pub(super) fn order(lengths: &mut [usize; 3], sizes: &[usize], strides: Strides<&mut [isize]>) {
    let Strides { inner, outer, sheet } = strides;
    order_outer(lengths, outer, sheet);
    let is_sheet_near = lengths[2] > 1 && sheet[0].unsigned_abs() < outer[0].unsigned_abs();
    let (at, longer) = if is_sheet_near { (2, &mut *sheet) } else { (1, &mut *outer) };
    if lengths[0] < SHORT_ROW && lengths[at] > lengths[0] {
        lengths.swap(0, at);
        for ((inner, outer), &size) in inner.iter_mut().zip(longer).zip(sizes) {
            (*inner, *outer) = (*outer / (size as isize).max(1), inner.wrapping_mul(size as isize));
        }
    }
}

/// Orders the two outer loops: the inner one of them is that in which some array steps the shortest way, or the longer of equals, if it is no short one. The
/// longer one goes there if the rows of the other have few elements.
pub(super) fn order_outer(lengths: &mut [usize; 3], outer: &mut [isize], sheet: &mut [isize]) {
    let least = |strides: &[isize]| strides.iter().map(|by| by.unsigned_abs()).filter(|&by| by > 0).min();
    let [length, rows, sheets] = *lengths;
    let is_long = sheets > 1 && sheets >= SHORT_ROW.min(rows);
    let are_few = || length.saturating_mul(rows) < FEW && rows < sheets;
    if is_long && (are_few() || (least(sheet), rows) < (least(outer), sheets)) {
        lengths.swap(1, 2);
        outer.swap_with_slice(sheet);
    }
}

/// True if elements are best computed by strides since operands lie across the output's rows: copies take longer but for tiles that registers transpose, or
/// beside as many operands that lie along the rows, which vectors read. Of more arrays the registers do not hold the pointers and strides.
pub(super) fn lie_across(lengths: [usize; 2], sizes: &[usize], strides: Strides<&[isize]>) -> bool {
    let Strides { inner, outer, sheet } = strides;
    let (mut across, mut along, mut beside) = (0, 0, 0);
    for array in 1..sizes.len() {
        let lies_across = |by: &[isize]| is_across(inner[array], sizes[array], by[array]);
        if lies_across(outer) || lies_across(sheet) {
            across += 1;
            beside += usize::from(outer[array] == sizes[array] as isize);
        } else if inner[array] == 1 {
            along += 1;
        }
    }
    let is_tiled = make_tiles(lengths, beside, sizes.len() - 1);
    inner[0] == 1 && sizes.len() <= IN_REGISTERS && across > along && !is_tiled
}

/// Runs the kernel by strides, in tiles of a few lanes and rows where an array's rows lie closer together than its elements.
///
/// # Safety
/// The pointers, lengths and strides must lead to elements of the sizes in as many arrays as `kernel` reads, of its types, initialised, and to an
/// output that it may write, each element at one index only, which overlaps none of them. There must be a kernel for [`Mask::APART`].
pub(super) unsafe fn run(
    kernel: &dyn Kernel,
    first: &[*const u8],
    [length, rows, sheets]: [usize; 3],
    sizes: &[usize],
    Strides { inner, outer, sheet }: Strides<&[isize]>,
    instructions: Instructions,
) {
    let lies_across = |by: &[isize]| (0..sizes.len()).any(|array| is_across(inner[array], sizes[array], by[array]));
    let is_in_tiles = lies_across(outer);
    let depth = if is_in_tiles && sheets < SHORT_ROW && lies_across(sheet) { sheets } else { 1 };
    let mut steps = inner.iter().zip(sizes).map(|(step, size)| step.unsigned_abs().wrapping_mul(*size));
    let mut is_aliased = || steps.any(|step| step != 0 && step % ALIASED == 0);
    let [lanes, height] = match is_in_tiles {
        false => [length, rows],
        true if depth > 1 => {
            let lanes = (SHEETS[0] / sizes[0].max(1)).clamp(1, length.max(1));
            [lanes, (SHEETS[1] / (lanes * depth * sizes[0].max(1))).max(1)]
        }
        true if rows < SHORT_ROW => [NARROW[1], rows],
        true if is_aliased() => NARROW,
        true => TILE,
    };
    let mut pointers = SmallVec::<[*const u8; 9]>::from_slice(first);
    for first_sheet in (0..sheets).step_by(depth) {
        for row in (0..rows).step_by(height) {
            for start in (0..length).step_by(lanes) {
                for sheet_at in first_sheet..sheets.min(first_sheet + depth) {
                    for (array, (pointer, first)) in pointers.iter_mut().zip(first).enumerate() {
                        let along = (start as isize).wrapping_mul(inner[array]).wrapping_mul(sizes[array] as isize);
                        let down = (row as isize).wrapping_mul(outer[array]);
                        let to_sheet = (sheet_at as isize).wrapping_mul(sheet[array]);
                        *pointer = first.wrapping_offset(to_sheet).wrapping_offset(down).wrapping_offset(along);
                    }
                    let tile = Block::row(&pointers[1..], pointers[0].cast_mut(), lanes.min(length - start));
                    let block = Block { inner: inner.as_ptr(), ..tile.repeated(height.min(rows - row), outer) };
                    // SAFETY: the caller's promise; each index of the loops is in one tile.
                    unsafe { kernel.rows(&block, Mask::APART, instructions) };
                }
            }
        }
    }
}
