//! The kernels of a call site: the only code that knows the element expression, two loops deep at most.

use core::mem::MaybeUninit;

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
/// Only this module makes blocks, and only [`Job`] is one.
pub trait Kernel {
    /// Computes a block whose rows are contiguous in every array.
    ///
    /// # Safety
    /// The block's pointers and strides lead to as many operands as the site reads, of its types, initialised, and to
    /// an output of its type that overlaps none of them; inner strides are 1.
    unsafe fn contiguous(&self, block: &Block);
    /// The length of rows for which there is a kernel with a constant bound.
    fn constant_row(&self) -> Option<usize>;
    /// Computes a block of any strides.
    ///
    /// # Safety
    /// As [`contiguous`](Kernel::contiguous), with any inner strides.
    unsafe fn strided(&self, block: &Block);
}

/// What is known of a row's length before run time.
///
/// # Safety
/// Where `LENGTH` is `Some`, `Block<R>` must have room for so many elements.
pub unsafe trait Row: Copy {
    /// The length, if the call's literals give it. Rows of any other length are right too, and slower.
    const LENGTH: Option<usize>;
    /// One row of results, where its length is known.
    type Block<R>;
}

/// Nothing is known.
#[derive(Clone, Copy, Debug)]
pub struct AnyRow;
// SAFETY: there is no length.
unsafe impl Row for AnyRow {
    const LENGTH: Option<usize> = None;
    type Block<R> = ();
}

/// Rows of `N` elements, where every array lies in C order.
#[derive(Clone, Copy, Debug)]
pub struct RowOf<const N: usize>;
// SAFETY: the block is that many elements.
unsafe impl<const N: usize> Row for RowOf<N> {
    const LENGTH: Option<usize> = Some(N);
    type Block<R> = [R; N];
}

/// A call site's operands and its element expression.
pub struct Job<'a, L, F, W> {
    pub(crate) list: &'a L,
    pub(crate) expression: &'a F,
    pub(crate) row: W,
}

impl<L: List, F: Fn(L::Elems) -> R, R, W: Row> Kernel for Job<'_, L, F, W> {
    unsafe fn contiguous(&self, block: &Block) {
        let _ = self.row;
        // SAFETY: the caller's promise about operands and output, moved on by whole rows; the constant length is the
        // block's own.
        unsafe {
            if W::LENGTH == Some(block.length) {
                return constant_rows::<L, F, R, W>(self.expression, self.list.cursor(block.operands), block);
            }
            contiguous_rows::<L, F, R>(self.expression, self.list.cursor(block.operands), block);
        }
    }

    fn constant_row(&self) -> Option<usize> {
        W::LENGTH
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

/// The rows of a block, each of the constant length that `W` knows.
///
/// A row is computed into memory of its own and then written out: so nothing that is read can overlap what is written, and
/// the compiler is free to take all elements of the row at once.
///
/// # Safety
/// As [`Kernel::contiguous`]; `W::LENGTH` must be the block's length.
#[inline(always)]
unsafe fn constant_rows<L: List, F: Fn(L::Elems) -> R, R, W: Row>(
    expression: &F,
    mut cursor: L::Cursor,
    block: &Block,
) {
    let Some(length) = W::LENGTH else { return };
    let mut output = block.output;
    for row in 1.. {
        let mut results = MaybeUninit::<W::Block<R>>::uninit();
        let results: *mut MaybeUninit<R> = results.as_mut_ptr().cast();
        // SAFETY: `index` is within every run; `results` has room for `length` elements (`Row`), all written before they
        // are copied; the caller's promise about operands and output, moved on by whole rows.
        unsafe {
            for index in 0..length {
                let elems = L::read(cursor, index as isize, output.cast_const());
                (*results.add(index)).write(expression(elems));
            }
            core::ptr::copy_nonoverlapping(results, output.cast(), length);
            if row == block.rows {
                break;
            }
            cursor = L::advance(cursor, block.outer);
        }
        output = output.wrapping_offset(block.output_outer);
    }
}

/// The rows of a block.
///
/// # Safety
/// As [`Kernel::contiguous`].
#[inline(always)]
unsafe fn contiguous_rows<L: List, F: Fn(L::Elems) -> R, R>(expression: &F, mut cursor: L::Cursor, block: &Block) {
    let mut output = block.output;
    for row in 1.. {
        // SAFETY: the caller's promise about operands and output, moved on by whole rows.
        unsafe {
            let elements = core::slice::from_raw_parts_mut(output.cast::<MaybeUninit<R>>(), block.length);
            contiguous_row::<L, F, R>(expression, cursor, elements);
            if row == block.rows {
                break;
            }
            cursor = L::advance(cursor, block.outer);
        }
        output = output.wrapping_offset(block.output_outer);
    }
}

/// One contiguous row. The output is a parameter of its own so that the compiler knows that it overlaps nothing.
///
/// # Safety
/// Every operand that `cursor` leads to has as many elements as `output`; where the place is an operand, `output` is
/// initialised.
#[inline(always)]
unsafe fn contiguous_row<L: List, F: Fn(L::Elems) -> R, R>(
    expression: &F,
    cursor: L::Cursor,
    output: &mut [MaybeUninit<R>],
) {
    let start = output.as_mut_ptr();
    for index in 0..output.len() {
        // SAFETY: `index` is within every run, the output's among them.
        unsafe {
            let elems = L::read(cursor, index as isize, start.cast_const().cast());
            (*start.add(index)).write(expression(elems));
        }
    }
}
