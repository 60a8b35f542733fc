//! Rows whose output begins where no vector should: one that lies in two lines of the cache is written twice, so what comes before the
//! first that does not is computed apart.

use crate::direct::COLUMNS;
use crate::exec::dispatch::Instructions;
use crate::exec::line::{LINE, elements_before};
use crate::exec::mask::Mask;
use crate::exec::{Block, Kernel};

/// Output of fewer bytes is not worth a second part ...
const LEAST: usize = 16 * 1024;
/// ... nor are rows of fewer.
const LONG: usize = 1024;
/// One long row begins at a line of the cache, each of several at a vector of AVX2: of every second line, fewer nests have rows that lie
/// alike, and it is no faster.
const VECTOR: usize = 32;

/// Computes a block in one part, or in two where that is worth it; `sizes` are those of the elements of all arrays, the output's first.
///
/// # Safety
/// As [`Kernel::rows`], for arrays whose elements have these sizes.
#[inline]
pub(super) unsafe fn rows(
    kernel: &dyn Kernel,
    block: &Block,
    mut sizes: impl Iterator<Item = usize> + Clone,
    mask: Mask,
    instructions: Instructions,
) {
    let size = sizes.next().unwrap_or(0);
    // SAFETY: the caller's promise; the two parts are the block.
    unsafe {
        match head(block, size) {
            head @ 1.. if sizes.clone().count() <= COLUMNS => {
                in_two(kernel, block, head, size, sizes, mask, instructions)
            }
            _ => kernel.rows(block, mask, instructions),
        }
    }
}

/// The elements of a row that are to be apart; 0 where none are, or not so many in every row.
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
/// As [`rows`], with `head` elements in a row and more.
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
    let mut operands = [core::ptr::null(); COLUMNS];
    for (array, (size, pointer)) in sizes.zip(&mut operands).enumerate() {
        // SAFETY: there is a pointer for each operand.
        let first = unsafe { *block.operands.add(array) };
        *pointer = if mask.steps(array) { first.wrapping_add(head * size) } else { first };
    }
    let output = block.output.wrapping_add(head * size);
    // SAFETY: the caller's promise, for parts of its rows.
    unsafe {
        kernel.rows(&Block { length: head, ..*block }, mask, instructions);
        let rest = Block { operands: operands.as_ptr(), output, length: block.length - head, ..*block };
        kernel.rows(&rest, mask, instructions);
    }
}
