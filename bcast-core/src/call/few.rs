//! Calls of few elements without options. Dense arrays of one shape are found at the call, where ranks, the mode and the kinds of operands are
//! constants and little of [`compute`] is left; rows, by a function for each combination of types. All other calls, and those that are refused, go
//! through `new_memory` and `existing_memory`.

use core::mem::MaybeUninit;

use crate::call::plain::column;
use crate::call::runtime::product;
use crate::exec::{self, Kernel};
use crate::operand::call_site::CallSite;
use crate::operand::entry::OperandInfo;
use crate::operand::list::List;
use crate::plan::small::{Column, Rows};
use crate::rules::mode::Mode;

/// So many elements are computed without a call of `existing_memory` or `new_memory`, which takes longer than a few additions. At 16
/// bytes each, they are too few to be split for aligned stores, to be written past the caches, or for several threads.
pub(super) const MOST: usize = 511;
/// The most bytes of an element.
const SIZE: usize = 16;
/// The most arrays, the output left out.
const ARRAYS: usize = 8;

/// The shape and the strides of the first array.
#[inline]
pub(super) fn first_axes<L: List>(list: &L) -> Option<(&[usize], &[isize])> {
    let mut axes = None;
    list.all_arrays(&mut |array| {
        axes = Some((array.shape, array.strides));
        false
    });
    axes
}

/// The first array of the highest rank.
#[inline]
pub(super) fn highest<L: List>(list: &L) -> Option<OperandInfo<'_>> {
    let mut highest: Option<OperandInfo<'_>> = None;
    list.all_arrays(&mut |array| {
        if highest.is_none_or(|highest| array.shape.len() > highest.shape.len()) {
            highest = Some(array);
        }
        true
    });
    highest
}

/// The number of elements, if they are few and dense in C order; else 0.
#[inline(never)]
fn dense(shape: &[usize], strides: &[isize]) -> usize {
    let mut count = 1_usize;
    for (&length, &stride) in shape.iter().zip(strides).rev() {
        if stride != count as isize {
            return 0;
        }
        count = count.saturating_mul(length);
    }
    if count <= MOST && shape.len() == strides.len() { count } else { 0 }
}

/// Computes a call without options whose arrays all have this shape and these strides, which are those of few elements in C order, and returns
/// true; or does nothing. `memory` gives the output, of elements of `size` bytes.
///
/// # Safety
/// The kernel must be made for the list, and `memory` have room for elements of its type, as many as the shape holds, which overlap no operand;
/// those of a place are initialised.
#[inline]
pub(super) unsafe fn compute<L: List>(
    mode: Mode,
    site: &CallSite<'_>,
    list: &L,
    kernel: &impl Kernel,
    (shape, strides): (&[usize], &[isize]),
    size: usize,
    memory: impl FnOnce() -> *mut u8,
) -> bool {
    let is_plain = site.has_no_option() && !site.states_shapes() && mode.takes_identical_shapes();
    if !is_plain || L::ARRAYS > ARRAYS || size > SIZE {
        return false;
    }
    let (mut pointers, mut number): ([MaybeUninit<*const u8>; ARRAYS], _) =
        ([const { MaybeUninit::uninit() }; ARRAYS], 0);
    let count = dense(shape, strides);
    let are_alike = list.all_arrays(&mut |array| {
        pointers[number].write(array.ptr);
        number += 1;
        array.shape.len() == shape.len() && array.shape == shape && array.strides == strides
    });
    if count == 0 || !are_alike {
        return false;
    }
    // SAFETY: the caller's promise; every operand has been found to hold `count` elements, contiguous, and has given a pointer.
    unsafe { exec::few(kernel, pointers.as_ptr().cast(), memory(), count) };
    true
}

/// Lays out few elements as rows, if the call has no option and the last axes of all arrays meet those of the output: a place, or with
/// `is_new` memory of the shape of the operand `output`.
#[inline]
pub(super) fn lay<L: List>(
    mode: Mode,
    site: &CallSite<'_>,
    list: &L,
    output: &Column<'_>,
    is_new: bool,
    rows: &mut Rows,
) -> bool {
    let rank = output.shape.len();
    let is_plain = site.has_no_option() && !site.states_shapes() && mode.takes_identical_shapes();
    if !is_plain || product(output.shape) > MOST {
        return false;
    }
    // Of arrays of two ranks, at least one gives the result its shape, or the place does.
    let (mut least, mut leads) = (rank, L::READS_PLACE || !is_new && mode.result_stretches(false));
    list.all_arrays(&mut |array| {
        leads |= array.shape.len() == rank;
        least = least.min(array.shape.len());
        true
    });
    let meets = if least == rank { !is_new } else { leads && mode.joins() && mode.aligns_right() };
    meets && rows.begin(output, least, is_new) && list.all_arrays(&mut |array| rows.add(&column(&array), output))
}
