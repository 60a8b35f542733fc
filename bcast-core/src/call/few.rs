//! Calls of few elements. Dense arrays of one shape are found at the call, where ranks, the mode and the kinds of operands are constants and
//! little of [`alike`] is left; rows, from the infos of the list. All other calls, and those that are refused, are left to `new_memory` and
//! `existing_memory`.

use core::mem::MaybeUninit;

use smallvec::SmallVec;

use crate::call::container::Allocate;
use crate::call::plain::{column, columns, has_c_order, joined, of_rank};
use crate::call::stated::is_held;
use crate::exec::{self, Work};
use crate::operand::call_site::CallSite;
use crate::operand::entry::{OperandInfo, OperandKind};
use crate::operand::list::List;
use crate::plan::nest::product;
use crate::plan::small::{Column, Rows};
use crate::rules::axis_map::AxisMap;
use crate::rules::mode::Mode;

/// So many elements are computed without a call of `existing_memory` or `new_memory`, which takes longer than a few additions. At 16
/// bytes each, they are too few to be split for aligned stores, to be written past the caches, or for several threads.
const MOST: usize = 511;
/// The most bytes of an element.
const SIZE: usize = 16;
/// The most arrays, the output left out.
const ARRAYS: usize = 8;

/// The strides of the output and of each array of a list, in its order and in elements; [`alike_apart`] finds them.
pub(super) struct Apart {
    pub(super) strides: [MaybeUninit<isize>; ARRAYS + 1],
    /// True if one of the strides is not 1.
    pub(super) is_apart: bool,
}

impl Apart {
    #[inline(always)]
    pub(super) fn nothing() -> Self {
        Apart { strides: [const { MaybeUninit::uninit() }; ARRAYS + 1], is_apart: false }
    }
}

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
/// order or, with `or_f`, in F order; else 0. Generic over the operands alone, so that calls with operands of the same types share it.
#[inline]
pub(super) fn alike<L: List>(list: &L, output: &Column<'_>, or_f: bool) -> usize {
    if output.size > SIZE {
        return 0;
    }
    let (shape, strides) = (output.shape, output.strides);
    let count = few_dense(shape, strides, or_f);
    let are_alike = list
        .all_arrays(&mut |array| array.shape.len() == shape.len() && array.shape == shape && array.strides == strides);
    if are_alike { count } else { 0 }
}

/// As [`alike`], for arrays of one axis at any strides; `None` for an output of another number of axes.
#[inline]
pub(super) fn alike_apart<L: List>(list: &L, output: &Column<'_>, into: &mut Apart) -> Option<usize> {
    let (&[length], &[stride]) = (output.shape, output.strides) else { return None };
    if L::ARRAYS > ARRAYS || output.size > SIZE {
        return Some(0);
    }
    into.strides[0].write(stride);
    let mut number = 0;
    into.is_apart = stride != 1;
    let are_alike = list.all_arrays(&mut |array| {
        let (&[own], &[stride]) = (array.shape, array.strides) else { return false };
        number += 1;
        into.strides[number].write(stride);
        into.is_apart |= stride != 1;
        own == length
    });
    Some(if are_alike && length <= MOST { length } else { 0 })
}

/// True for a call of which [`existing_rows`] and [`new_rows`] find all rows of at most two axes: all last axes meet, and all arrays join.
#[inline(always)]
pub(super) fn meet(mode: Mode, site: &CallSite<'_>) -> bool {
    site.has_no_option() && mode.joins_last_axes()
}

/// Computes few elements of a call without options into a place and returns true, or does nothing: if the last axes of all arrays meet those of the
/// place.
///
/// # Safety
/// As [`compute_rows`], for the place and the arrays of `infos`.
#[inline(never)]
pub(super) unsafe fn existing_rows(
    mode: Mode,
    site: &CallSite<'_>,
    infos: &[OperandInfo<'_>],
    output: &Column<'_>,
    work: Work<'_>,
) -> bool {
    let Some(least) = least_rank(mode, infos, output.shape, false) else { return false };
    let arrays = last_axes(infos, output.shape.len());
    let accepts = |_: &Rows| !site.states_shapes() || is_held(site, infos, output.shape, Some(output.shape), None);
    // SAFETY: the caller's promise.
    unsafe { compute_rows(output, least, arrays, work, accepts, |_| output.pointer.cast_mut()) }
}

/// Computes few elements of a call without options into new memory and returns true, or does nothing: if the last axes of all arrays meet, and a new
/// result is in C order.
///
/// # Safety
/// As [`compute_rows`], for the arrays of `infos` and elements of `size` bytes.
#[inline(never)]
pub(super) unsafe fn new_rows(
    mode: Mode,
    site: &CallSite<'_>,
    infos: &[OperandInfo<'_>],
    size: usize,
    memory: &mut dyn Allocate,
    work: Work<'_>,
) -> bool {
    let mut join = SmallVec::new();
    let Some(shape) = joined(infos, &mut join) else { return false };
    let Some(least) = least_rank(mode, infos, shape, true) else { return false };
    let output = Column { pointer: core::ptr::null(), size, shape, strides: &[] };
    let accepts = |rows: &Rows| {
        // Rows of elements one after the other are in C order.
        (!rows.is_apart || of_rank(infos, shape.len()).all(has_c_order))
            && (!site.states_shapes() || is_held(site, infos, shape, None, None))
    };
    // SAFETY: the caller's promise.
    unsafe {
        compute_rows(&output, least, last_axes(infos, shape.len()), work, accepts, |shape| memory.allocate(shape, &[]))
    }
}

/// Computes few elements of arrays with maps into an output of at most two axes and returns true, or does nothing.
///
/// # Safety
/// As [`compute_rows`].
#[inline(always)]
pub(super) unsafe fn compute_aligned<'a>(
    output: &Column<'_>,
    arrays: impl Iterator<Item = (Column<'a>, AxisMap<'a>)>,
    work: Work<'_>,
    is_held: impl FnOnce() -> bool,
    memory: impl FnOnce(&[usize]) -> *mut u8,
) -> bool {
    let with_first = |(array, map): (Column<'a>, AxisMap<'_>)| {
        let first = match array.shape.len() {
            1 => map.output_axis(0),
            2 if map.output_axis(1) == Some(1) => map.output_axis(0),
            _ => None,
        };
        (array, first.unwrap_or(usize::MAX))
    };
    // SAFETY: the caller's promise.
    output.shape.len() <= 2 && unsafe { compute_rows(output, 0, arrays.map(with_first), work, |_| is_held(), memory) }
}

/// The arrays of a call, each with the axis of an output of this rank on which its first one lies if the last ones meet.
#[inline(always)]
fn last_axes<'s, 'a>(
    infos: &'s [OperandInfo<'a>],
    rank: usize,
) -> impl Iterator<Item = (Column<'a>, usize)> + use<'s, 'a> {
    columns(infos).map(move |array| (array, rank.wrapping_sub(array.shape.len())))
}

/// Computes few elements as rows and returns true, or does nothing if another way is faster, or the rows are not accepted. Each array lies on the axes of
/// the output from its number on, and the lowest rank of all is `least`; `memory` gets the output's shape.
///
/// # Safety
/// The kernels of `work` must be made for the arrays, and `memory` have room for elements of their type, as many as the output's shape holds, which
/// overlap no operand. Those of a place are initialised, and each is reached by one index only.
#[inline(always)]
pub(super) unsafe fn compute_rows<'a>(
    output: &Column<'_>,
    least: usize,
    arrays: impl Iterator<Item = (Column<'a>, usize)>,
    work: Work<'_>,
    accepts: impl FnOnce(&Rows) -> bool,
    memory: impl FnOnce(&[usize]) -> *mut u8,
) -> bool {
    let count = product(output.shape);
    if count > MOST {
        return false;
    }
    let Some(kernel) = work.alone(count) else { return false };
    let (character, mut rows) = (kernel.character(), Rows::new());
    // Costly elements are refused before the operands are looked at.
    if !rows.begin(output, least) || !exec::takes_rows(&rows, &character) {
        return false;
    }
    for (array, first) in arrays {
        if !rows.add(&array, output, first) {
            return false;
        }
    }
    let Some(mask) = exec::mask_of_rows(&rows, &character) else { return false };
    if !accepts(&rows) {
        return false;
    }
    rows.pointers[0] = memory(output.shape);
    // SAFETY: the caller's promise; `rows` has compared every length, and the strides are those of the arrays.
    unsafe { exec::few_rows(&rows, kernel, mask) };
    true
}

/// The lowest rank of the arrays of a call whose last axes meet, of outputs of more than two axes; `None` if they need not meet, or stretch along
/// several axes.
#[inline(always)]
fn least_rank(mode: Mode, infos: &[OperandInfo<'_>], shape: &[usize], is_new: bool) -> Option<usize> {
    let (rank, meets) = (shape.len(), mode.joins_last_axes());
    // The join or the place has the output's shape, and rows compare all lengths.
    let mut leads = is_new || mode.result_stretches(false);
    if rank <= 2 && meets && leads {
        return Some(0);
    }
    let (mut least, mut stretches) = (rank, !mode.takes_identical_shapes());
    for info in infos {
        let own = info.shape.len();
        match info.kind {
            OperandKind::Array => {
                least = least.min(own);
                stretches |=
                    own > rank || info.shape.iter().zip(&shape[rank - own..]).any(|(own, length)| own != length);
            }
            OperandKind::Place => leads = true,
            OperandKind::Constant => {}
        }
    }
    // Dense arrays of one shape have been found to be alike.
    let meets = if least == rank { !is_new && rank <= 2 } else { leads && meets };
    (meets && !stretches).then_some(least)
}
