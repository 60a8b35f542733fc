//! Calls of few elements without options. Dense arrays of one shape are found at the call, where ranks, the mode and the kinds of operands are
//! constants and little of [`alike`] is left; rows, by a function for each combination of types. All other calls, and those that are refused, go
//! through `new_memory` and `existing_memory`.

use core::mem::MaybeUninit;

use crate::call::plain::{column, has_c_order};
use crate::call::stated::is_held;
use crate::exec::{self, Work};
use crate::operand::call_site::CallSite;
use crate::operand::entry::OperandInfo;
use crate::operand::list::{List, as_slice};
use crate::plan::nest::product;
use crate::plan::small::{Column, Rows};
use crate::rules::mode::Mode;

/// So many elements are computed without a call of `existing_memory` or `new_memory`, which takes longer than a few additions. At 16
/// bytes each, they are too few to be split for aligned stores, to be written past the caches, or for several threads.
const MOST: usize = 511;
/// The most bytes of an element.
const SIZE: usize = 16;
/// The most axes of an output to which arrays stretch.
const AXES: usize = 2;
/// The most arrays, the output left out.
const ARRAYS: usize = 8;

/// Where the arrays of a list lie, in its order.
pub(super) type Pointers = [MaybeUninit<*const u8>; ARRAYS];

/// Pointers for [`alike`] to fill.
pub(super) const NO_POINTERS: Pointers = [const { MaybeUninit::uninit() }; ARRAYS];

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

/// The first array of the highest rank, with elements of `size` bytes.
#[inline]
pub(super) fn highest<L: List>(list: &L, size: usize) -> Option<Column<'_>> {
    let mut highest: Option<Column<'_>> = None;
    list.all_arrays(&mut |array| {
        if highest.is_none_or(|highest| array.shape.len() > highest.shape.len()) {
            highest = Some(Column { size, ..column(&array) });
        }
        true
    });
    highest
}

/// True for a call whose arrays of one shape give a result of that shape, axis on axis.
#[inline(always)]
pub(super) fn is_plain(mode: Mode, site: &CallSite<'_>) -> bool {
    site.has_no_option() && !site.states_shapes() && mode.takes_identical_shapes()
}

/// The number of elements, if they are few and dense in C order or, with `or_f`, in F order; else 0.
#[inline(never)]
fn few_dense(shape: &[usize], strides: &[isize], or_f: bool) -> usize {
    let axes = shape.iter().zip(strides);
    let count = match count_without_gaps(axes.clone().rev()) {
        // Axes of length 1, which make no order, are left to `new_memory`.
        None if or_f && !shape.contains(&1) => count_without_gaps(axes),
        count => count,
    };
    count.filter(|&count| count <= MOST && shape.len() == strides.len()).unwrap_or(0)
}

/// The number of elements, if these axes, the innermost first, leave no gaps.
#[inline(always)]
fn count_without_gaps<'a>(axes: impl Iterator<Item = (&'a usize, &'a isize)>) -> Option<usize> {
    let mut count = 1_usize;
    for (&length, &stride) in axes {
        if stride != count as isize {
            return None;
        }
        count = count.saturating_mul(length);
    }
    Some(count)
}

/// The number of elements of a call that [`is_plain`] if its arrays all have the output's shape and strides, which are those of few elements in C
/// order or, with `or_f`, in F order; else 0. `pointers` lead to the arrays then. Generic over the operands alone, so that calls with operands of
/// the same types share it.
#[inline]
pub(super) fn alike<L: List>(list: &L, output: &Column<'_>, or_f: bool, pointers: &mut Pointers) -> usize {
    if L::ARRAYS > ARRAYS || output.size > SIZE {
        return 0;
    }
    let (shape, strides, mut number) = (output.shape, output.strides, 0);
    let count = few_dense(shape, strides, or_f);
    let are_alike = list.all_arrays(&mut |array| {
        pointers[number].write(array.ptr);
        number += 1;
        array.shape.len() == shape.len() && array.shape == shape && array.strides == strides
    });
    if are_alike { count } else { 0 }
}

/// Computes few elements as rows and returns true, or does nothing: if the call has no option, the last axes of all arrays meet those of the
/// output, and no other way is faster. The output is a place, or with `is_new` memory for the join of the operands, of which `output` has the
/// highest rank; `memory` gets its shape.
///
/// # Safety
/// The kernels of `work` must be made for the list, and `memory` have room for elements of their type, as many as the output's shape holds, which
/// overlap no operand. Those of a place are initialised, and each is reached by one index only.
#[inline(always)]
pub(super) unsafe fn compute_rows<L: List>(
    mode: Mode,
    site: &CallSite<'_>,
    list: &L,
    output: &Column<'_>,
    is_new: bool,
    work: Work<'_>,
    memory: impl FnOnce(&[usize]) -> *mut u8,
) -> bool {
    if !site.has_no_option() || !mode.takes_identical_shapes() {
        return false;
    }
    let rank = output.shape.len();
    let (mut least, mut stretches) = (rank, false);
    list.all_arrays(&mut |array| {
        let own = array.shape.len();
        least = least.min(own);
        stretches |=
            own > rank || array.shape.iter().zip(&output.shape[rank - own..]).any(|(own, length)| own != length);
        true
    });
    // Arrays of one shape in C order would be alike, and no rows. Only rows of at most two axes stretch.
    let meet = match least == rank && !stretches {
        true => !is_new && rank <= AXES,
        // An array, the join or the place has the output's shape.
        false => mode.joins() && mode.aligns_right() && (is_new || L::READS_PLACE || mode.result_stretches(false)),
    };
    if !meet || stretches && rank > AXES {
        return false;
    }
    let (joined, strides, mut join);
    let output = if is_new && stretches {
        join = [1; AXES];
        if !list.all_arrays(&mut |array| joins(&array, rank, &mut join)) {
            return false;
        }
        strides = [join[1] as isize, 1];
        joined = Column { shape: &join[AXES - rank..], strides: &strides[AXES - rank..], ..*output };
        &joined
    } else {
        output
    };
    let count = product(output.shape);
    if count > MOST {
        return false;
    }
    let Some(kernel) = work.alone(count) else { return false };
    let (character, mut rows) = (kernel.character(), Rows::new());
    // Costly elements are refused before the operands are looked at.
    if !rows.begin(output, least, is_new && !stretches)
        || !exec::takes_rows(&rows, &character)
        || !list.all_arrays(&mut |array| rows.add(&column(&array), output))
    {
        return false;
    }
    let Some(mask) = exec::mask_of_rows(&rows, &character) else { return false };
    let place = (!is_new).then_some(output.shape);
    if site.states_shapes() && !is_held(site, as_slice::<L>(&list.infos()), output.shape, place, None) {
        return false;
    }
    rows.pointers[0] = memory(output.shape);
    // SAFETY: the caller's promise; `rows` has compared every length, and the strides are those of the arrays.
    unsafe { exec::few_rows(&rows, kernel, mask) };
    true
}

/// Joins an array into the last axes of `join`; false if it has the output's rank and is not in C order, as a new output is.
#[inline(always)]
fn joins(array: &OperandInfo<'_>, rank: usize, join: &mut [usize; AXES]) -> bool {
    for (length, &own) in join.iter_mut().rev().zip(array.shape.iter().rev()) {
        if own != 1 {
            *length = own;
        }
    }
    array.shape.len() < rank || has_c_order(array)
}
