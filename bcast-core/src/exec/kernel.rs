//! The kernels of a call site: the only code that knows the element expression, two loops deep at most.

use core::mem::MaybeUninit;

use crate::exec::dispatch::{self, Instructions};
use crate::exec::mask::{Mask, Steps};
use crate::list::List;

/// Rows of elements to compute; strides from row to row are in bytes, from element to element in elements.
pub struct Block {
    /// One pointer an operand, to the first element of the first row.
    pub(crate) operands: *const *const u8,
    pub(crate) output: *mut u8,
    pub(crate) rows: usize,
    pub(crate) length: usize,
    pub(crate) output_outer: isize,
    /// One stride an operand.
    pub(crate) outer: *const isize,
    pub(crate) output_inner: isize,
    /// One stride an operand.
    pub(crate) inner: *const isize,
}

/// The kernels of one call site, behind one pointer, so that the odometer exists once and not once a site.
///
/// Only this module makes blocks. [`Job`] is one, and what writes its results past the caches.
pub trait Kernel {
    /// Computes a block whose output rows are contiguous, and in which an operand's row is contiguous or one element, as `mask`
    /// says.
    ///
    /// # Safety
    /// The block's pointers and outer strides lead to as many operands as the site reads, of its types, initialised, and to
    /// an output of its type that overlaps none of them; they have as many elements in a row as `mask` says, which is one of
    /// [`masks`](Kernel::masks) or `All`, and the processor has `instructions`.
    unsafe fn rows(&self, block: &Block, mask: Mask, instructions: Instructions);
    /// Computes a block of any strides.
    ///
    /// # Safety
    /// As [`rows`](Kernel::rows), with any inner strides.
    unsafe fn strided(&self, block: &Block);
    /// Whether the output is an operand too.
    fn reads_place(&self) -> bool;
    /// Whether an element takes longer than memory takes to bring it.
    fn is_costly(&self) -> bool;
    /// The masks that there are kernels for, besides [`Mask::All`], which every site has.
    fn masks(&self, instructions: Instructions) -> &'static [Mask];
}

/// What the tokens of a call say of the time that an element takes.
pub trait Cost: Copy {
    /// Whether there is a division or a function in the expression.
    const COSTLY: bool;
}

/// A few additions, multiplications and comparisons: memory decides.
#[derive(Clone, Copy, Debug)]
pub struct Cheap;
impl Cost for Cheap {
    const COSTLY: bool = false;
}

/// Divisions, or functions of which nothing is known.
#[derive(Clone, Copy, Debug)]
pub struct Costly;
impl Cost for Costly {
    const COSTLY: bool = true;
}

/// A call site's operands and its element expression.
pub struct Job<'a, L, F, W> {
    pub(crate) list: &'a L,
    pub(crate) expression: &'a F,
    pub(crate) cost: W,
}

impl<L: List, F: Fn(L::Elems) -> R, R, W: Cost> Kernel for Job<'_, L, F, W> {
    unsafe fn rows(&self, block: &Block, mask: Mask, instructions: Instructions) {
        let _ = self.cost;
        // SAFETY: the caller's promise.
        unsafe {
            let cursor = self.list.cursor(block.operands);
            dispatch::rows::<L, F, R, W>(self.expression, cursor, block, mask, instructions);
        }
    }

    fn reads_place(&self) -> bool {
        L::READS_PLACE
    }

    fn is_costly(&self) -> bool {
        W::COSTLY
    }

    fn masks(&self, instructions: Instructions) -> &'static [Mask] {
        dispatch::masks(L::ARRAYS, instructions)
    }

    unsafe fn strided(&self, block: &Block) {
        // SAFETY: the caller's promise about operands and output.
        unsafe {
            let mut cursor = self.list.cursor(block.operands);
            let mut row_output = block.output;
            for row in 1.. {
                let mut output = row_output.cast::<MaybeUninit<R>>();
                for index in 0..block.length as isize {
                    let elems = L::read_strided(cursor, index, block.inner, output.cast());
                    (*output).write((self.expression)(elems));
                    output = output.wrapping_offset(block.output_inner);
                }
                if row == block.rows {
                    break;
                }
                cursor = L::advance(cursor, block.outer);
                row_output = row_output.wrapping_offset(block.output_outer);
            }
        }
    }
}

/// The rows of a block, in each of which an operand steps or stands still as `S` says.
///
/// # Safety
/// As [`Kernel::rows`], for the mask of `S`.
#[inline(always)]
pub(super) unsafe fn rows<S: Steps, L: List, F: Fn(L::Elems) -> R, R>(
    expression: &F,
    mut cursor: L::Cursor,
    block: &Block,
) {
    let mut output = block.output;
    for row in 1.. {
        // SAFETY: the caller's promise about operands and output, moved on by whole rows.
        unsafe {
            let elements = core::slice::from_raw_parts_mut(output.cast::<MaybeUninit<R>>(), block.length);
            one_row::<S, L, F, R>(expression, cursor, elements);
            if row == block.rows {
                break;
            }
            cursor = L::advance(cursor, block.outer);
        }
        output = output.wrapping_offset(block.output_outer);
    }
}

/// One row. The output is a parameter of its own so that the compiler knows that it overlaps nothing.
///
/// # Safety
/// Every operand that `cursor` leads to has as many elements as `output`, or one if it stands still; where the place is an
/// operand, `output` is initialised.
#[inline(always)]
unsafe fn one_row<S: Steps, L: List, F: Fn(L::Elems) -> R, R>(
    expression: &F,
    cursor: L::Cursor,
    output: &mut [MaybeUninit<R>],
) {
    let start = output.as_mut_ptr();
    for index in 0..output.len() {
        // SAFETY: `index` is within every run, the output's among them; there is a stride for each array.
        unsafe {
            let target = start.add(index);
            // What the place holds is passed by value: a pointer to it, handed on, could lead anywhere for all that the
            // compiler knows, and then the operands could overlap it.
            let old = if const { L::READS_PLACE } { target.read() } else { MaybeUninit::uninit() };
            let elems = L::read_strided(cursor, index as isize, S::STRIDES.as_ptr(), (&raw const old).cast());
            (*target).write(expression(elems));
        }
    }
}
