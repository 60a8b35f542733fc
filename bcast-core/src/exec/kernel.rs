//! The kernels of a call site: the only code that knows the element expression, two loops deep at most.
#![allow(clippy::transmute_ptr_to_ref, reason = "see the macro `load`")]

use core::mem::MaybeUninit;

use crate::exec::dispatch::{self, Instructions};
use crate::exec::mask::{Mask, Strides};
use crate::math::fused::Fused;
use crate::operand::entry::{Entry, load};
use crate::operand::list::{List, Visit};
use crate::plan::schedule::MAX_ARRAYS;

/// Rows of elements to compute; strides from row to row are in bytes.
pub struct Block {
    /// One pointer an operand, to the first element of the first row.
    pub(crate) operands: *const *const u8,
    pub(crate) output: *mut u8,
    pub(crate) rows: usize,
    pub(crate) length: usize,
    pub(crate) output_outer: isize,
    /// One stride an operand.
    pub(crate) outer: *const isize,
}

impl Block {
    /// One row, which is not moved on: there are no strides from row to row.
    #[cfg(feature = "alloc")]
    #[inline(always)]
    pub(crate) fn row(operands: &[*const u8], output: *mut u8, length: usize) -> Self {
        Block { operands: operands.as_ptr(), output, rows: 1, length, output_outer: 0, outer: core::ptr::null() }
    }
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
    /// `dispatch::masks` or `All`, and the processor has `instructions`.
    unsafe fn rows(&self, block: &Block, mask: Mask, instructions: Instructions);
    /// What is to be known of the expression. One question for all, since each is a function of every call site.
    fn character(&self) -> Character;
}

/// What is to be known of a call's expression before it is computed.
#[derive(Clone, Copy, Debug)]
pub struct Character {
    /// Whether what the output holds is read.
    pub(crate) reads_place: bool,
    /// As [`Cost::COSTLY`] says.
    pub(crate) is_costly: bool,
}

/// What the tokens of a call say of the time that an element takes.
pub trait Cost: Copy {
    /// Whether there is a division or a function in the expression.
    const COSTLY: bool;
    /// Whether it asks the kernel whether products and sums may be contracted. Then all of its elements, however few there are and
    /// however they lie, are computed for the same instruction set.
    const FUSES: bool = false;
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

/// Functions of [`math`](crate::math), which are faster with fused multiply-adds.
#[derive(Clone, Copy, Debug)]
pub struct Fusible;
impl Cost for Fusible {
    const COSTLY: bool = true;
    const FUSES: bool = true;
}

/// A call site's operands and its element expression.
pub struct Job<'a, L, F, W> {
    pub(crate) list: &'a L,
    pub(crate) expression: &'a F,
    pub(crate) cost: W,
}

impl<L: List, F: Fn(L::Elems, Fused) -> R, R, W: Cost> Kernel for Job<'_, L, F, W> {
    #[inline]
    unsafe fn rows(&self, block: &Block, mask: Mask, instructions: Instructions) {
        let _ = self.cost;
        // SAFETY: the caller's promise.
        unsafe {
            let cursor = self.list.cursor(block.operands);
            dispatch::rows::<L, F, R, W>(self.expression, cursor, block, mask, instructions);
        }
    }

    #[inline]
    fn character(&self) -> Character {
        Character { reads_place: L::READS_PLACE, is_costly: W::COSTLY }
    }
}

/// Whether there are as few kernels as can be: without optimisation all are alike slow, and each costs every call site time to
/// compile. One then serves all masks but [`Mask::All`], and processors of any kind.
pub(super) const FEW: bool = cfg!(all(debug_assertions, not(feature = "every-kernel")));

/// The rows of a block, in each of which an operand steps or stands still as `strides` say; `FUSED` where the processor has fused
/// multiply-adds.
///
/// # Safety
/// As [`Kernel::rows`], for the mask of these strides.
#[inline(always)]
pub(super) unsafe fn rows<L: List, F: Fn(L::Elems, Fused) -> R, R, const FUSED: bool>(
    expression: &F,
    mut cursor: L::Cursor,
    block: &Block,
    strides: &'static Strides,
) {
    // Generated code asks before. Whoever calls `evaluate` without that ends here: there are strides for so many.
    const { assert!(L::ARRAYS <= MAX_ARRAYS, "a call takes at most 16 arrays") };
    let (mut output, mut row) = (block.output, 1);
    loop {
        // SAFETY: the caller's promise about operands and output, moved on by whole rows.
        unsafe {
            let elements = core::slice::from_raw_parts_mut(output.cast::<MaybeUninit<R>>(), block.length);
            one_row::<L, F, R, FUSED>(expression, cursor, elements, strides);
            if row == block.rows {
                break;
            }
            row += 1;
            cursor = steps::<L>(cursor, 1, block.outer);
        }
        output = output.wrapping_offset(block.output_outer);
    }
}

/// Moves the cursors of a list on.
struct Steps {
    count: isize,
    /// The bytes of one step, one for each array that is still to come.
    bytes: *const isize,
}

impl Visit for Steps {
    #[inline(always)]
    unsafe fn cursor<E: Entry>(&mut self, cursor: E::Cursor) -> E::Cursor {
        if E::ARRAYS == 0 {
            return cursor;
        }
        // SAFETY: `steps` has an offset for each array.
        unsafe {
            let by = load!(self.bytes, isize);
            self.bytes = self.bytes.add(1);
            E::advance(cursor, self.count.wrapping_mul(by))
        }
    }
}

/// The cursors of a list after `count` steps of so many bytes each.
///
/// # Safety
/// `bytes` must hold `L::ARRAYS` offsets.
#[inline(always)]
pub(super) unsafe fn steps<L: List>(cursor: L::Cursor, count: isize, bytes: *const isize) -> L::Cursor {
    // SAFETY: the caller's promise.
    unsafe { L::visited(cursor, &mut Steps { count, bytes }) }
}

/// One row, or the elements of a block of a nest whose lengths are types. The output is a parameter of its own so that the compiler
/// knows that it overlaps nothing.
///
/// # Safety
/// Every operand that `cursor` leads to has as many elements as `output`, or one if it stands still; where the place is an
/// operand, `output` is initialised.
#[inline(always)]
pub(crate) unsafe fn one_row<L: List, F: Fn(L::Elems, Fused) -> R, R, const FUSED: bool>(
    expression: &F,
    cursor: L::Cursor,
    output: &mut [MaybeUninit<R>],
    strides: &'static Strides,
) {
    let (start, length, mut index) = (output.as_mut_ptr(), output.len(), 0);
    // A range would be two calls an element where nothing is optimised, and each variable a store.
    while index < length {
        // SAFETY: `index` is within every run, the output's among them; there is a stride for each array.
        unsafe {
            // What the place holds is passed by value: a pointer to it, handed on, could lead anywhere for all that the
            // compiler knows, and then the operands could overlap it.
            let old = if const { L::READS_PLACE } { start.add(index).read() } else { MaybeUninit::uninit() };
            start.add(index).cast::<R>().write(expression(
                L::read_at(cursor, index, strides.as_ptr(), (&raw const old).cast()),
                Fused::when(FUSED),
            ));
        }
        // Below `length`, so nothing is lost.
        index = index.wrapping_add(1);
    }
}
