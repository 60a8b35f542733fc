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

/// The first array, with elements of `size` bytes.
#[inline]
pub(super) fn first<L: List>(list: &L, size: usize) -> Option<Column<'_>> {
    let mut first = None;
    list.all_arrays(&mut |array| {
        first = Some(Column { size, ..column(&array) });
        false
    });
    first
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

/// The number of elements, if they are few and dense in C order, or in F order where `any_order`; else 0.
#[inline(never)]
fn dense(shape: &[usize], strides: &[isize], any_order: bool) -> usize {
    let mut count = 1_usize;
    for (&length, &stride) in shape.iter().zip(strides).rev() {
        if stride != count as isize {
            return if any_order { dense_in_f_order(shape, strides) } else { 0 };
        }
        count = count.saturating_mul(length);
    }
    if count <= MOST && shape.len() == strides.len() { count } else { 0 }
}

/// As [`dense`], for arrays in F order. Axes of length 1, which make no order, are left to `new_memory`.
#[inline(never)]
fn dense_in_f_order(shape: &[usize], strides: &[isize]) -> usize {
    let mut count = 1_usize;
    for (&length, &stride) in shape.iter().zip(strides) {
        if stride != count as isize || length == 1 {
            return 0;
        }
        count = count.saturating_mul(length);
    }
    if count <= MOST && shape.len() == strides.len() { count } else { 0 }
}

/// Computes a call without options whose arrays all have the output's shape and strides, which are those of few elements in C order or, with
/// `any_order`, in F order, and returns true; or does nothing. `memory` gives the output's pointer.
///
/// # Safety
/// The kernel must be made for the list, and `memory` have room for elements of its type, as many as the shape holds, which overlap no operand;
/// those of a place are initialised.
// Inlined where ranks are constants; without optimisation a call site would only need more of the stack.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) unsafe fn compute<L: List>(
    mode: Mode,
    site: &CallSite<'_>,
    list: &L,
    kernel: &impl Kernel,
    output: &Column<'_>,
    any_order: bool,
    memory: impl FnOnce() -> *mut u8,
) -> bool {
    let is_plain = site.has_no_option() && !site.states_shapes() && mode.takes_identical_shapes();
    if !is_plain || L::ARRAYS > ARRAYS || output.size > SIZE {
        return false;
    }
    let (mut pointers, mut number): ([MaybeUninit<*const u8>; ARRAYS], _) =
        ([const { MaybeUninit::uninit() }; ARRAYS], 0);
    let (shape, strides) = (output.shape, output.strides);
    let count = dense(shape, strides, any_order);
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
    // Of arrays of two ranks, at least one gives the result its shape, or the place does. Of one rank, arrays in C order are not rows but alike.
    let (mut least, mut leads) = (rank, L::READS_PLACE || !is_new && mode.result_stretches(false));
    list.all_arrays(&mut |array| {
        leads |= array.shape.len() == rank;
        least = least.min(array.shape.len());
        true
    });
    let meets = if least == rank { !is_new && rank <= 2 } else { leads && mode.joins() && mode.aligns_right() };
    meets && rows.begin(output, least, is_new) && list.all_arrays(&mut |array| rows.add(&column(&array), output))
}
