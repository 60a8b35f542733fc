//! Splits rows whose output is unaligned: a vector across two cache lines is written twice, so the elements before the first aligned one
//! are computed separately.

use crate::exec::dispatch::Instructions;
use crate::exec::kernel::LEAST_ROWS;
use crate::exec::line::{LINE, elements_before};
use crate::exec::mask::Mask;
use crate::exec::{Block, Kernel};
use crate::plan::small::COLUMNS;

/// Smaller outputs, in bytes, are not split.
pub(crate) const LEAST: usize = 16 * 1024;
/// So few elements of at most 16 bytes are not split.
pub(super) const SHORT: usize = LEAST / 16;
/// Shorter rows, in bytes, are not split.
const LONG: usize = 1024;
/// A single row is aligned to a cache line, several rows to a vector of AVX2. Fewer nests have rows that are whole lines apart, and
/// aligning those to lines is no faster.
const VECTOR: usize = 32;
/// Rows of this many bytes are computed in both parts before the next rows: the lines touched by the first part are still in the caches,
/// and so are new pages, which the system has just cleared.
const NEAR: usize = 256 * 1024;

/// Computes a block in one part, or in two if that pays off; `sizes` are the element sizes of all arrays, the output's first.
///
/// # Safety
/// As [`Kernel::rows`], for arrays with elements of these sizes.
#[inline]
pub(super) unsafe fn rows(
    kernel: &dyn Kernel,
    block: &Block,
    mut sizes: impl Iterator<Item = usize> + Clone,
    mask: Mask,
    instructions: Instructions,
) {
    let size = sizes.next().unwrap_or(0);
    // SAFETY: the caller's promise; the two parts together are the block.
    unsafe {
        match head(block, size) {
            // A kernel goes down whole rows only, which spares more than aligned stores do.
            1.. if block.rows >= LEAST_ROWS && kernel.character().shares != 0 => kernel.rows(block, mask, instructions),
            head @ 1.. if sizes.clone().count() <= COLUMNS => {
                in_two(kernel, block, head, size, sizes, mask, instructions)
            }
            _ => kernel.rows(block, mask, instructions),
        }
    }
}

/// The number of elements computed separately in each row; 0 if none, or if rows differ in it.
#[inline(always)]
fn head(block: &Block, size: usize) -> usize {
    let bytes = block.length * size;
    if bytes < LONG || bytes * block.rows < LEAST {
        return 0;
    }
    let to = if block.rows == 1 { LINE } else { VECTOR };
    let alike = block.rows == 1 || block.output_outer.cast_unsigned().is_multiple_of(to);
    if alike { elements_before(block.output, size, to) } else { 0 }
}

/// # Safety
/// As [`rows`]; each row must have more than `head` elements.
#[inline(never)]
unsafe fn in_two(
    kernel: &dyn Kernel,
    block: &Block,
    head: usize,
    size: usize,
    sizes: impl Iterator<Item = usize>,
    mask: Mask,
    instructions: Instructions,
) {
    let (mut firsts, mut behind, mut arrays) = ([core::ptr::null(); COLUMNS], [0; COLUMNS], 0);
    for size in sizes {
        // SAFETY: there is a pointer for each operand.
        firsts[arrays] = unsafe { *block.operands.add(arrays) };
        behind[arrays] = if mask.steps(arrays) { head * size } else { 0 };
        arrays += 1;
    }
    let most = (NEAR / (block.length * size)).max(1);
    let (mut output, mut left) = (block.output, block.rows);
    loop {
        let rows = left.min(most);
        let mut rests = firsts;
        for (pointer, behind) in rests.iter_mut().zip(behind) {
            *pointer = pointer.wrapping_add(behind);
        }
        let part = Block { rows, ..*block };
        let first = Block { operands: firsts.as_ptr(), output, length: head, ..part };
        let output_behind = output.wrapping_add(head * size);
        let rest = Block { operands: rests.as_ptr(), output: output_behind, length: block.length - head, ..part };
        // SAFETY: the caller's promise, for parts of its rows.
        unsafe {
            kernel.rows(&first, mask, instructions);
            kernel.rows(&rest, mask, instructions);
        }
        left -= rows;
        if left == 0 {
            return;
        }
        output = output.wrapping_offset(rows as isize * block.output_outer);
        for (array, first) in firsts[..arrays].iter_mut().enumerate() {
            // SAFETY: there is another row, so there is a stride for each operand.
            *first = first.wrapping_offset(rows as isize * unsafe { *block.outer.add(array) });
        }
    }
}
