//! Calls of few elements. The rows of a place, and dense arrays of one shape beside a new result, are found at the call; the rows of other new
//! results once for each combination of types, and other loops from the infos of the list. Calls that are refused are left to `new_memory` and
//! `existing_memory`.

use smallvec::SmallVec;

use crate::call::container::{Allocate, Container};
use crate::call::plain::{column, has_c_order, joined, longest, of_rank};
use crate::call::stated::is_held;
use crate::exec::{self, FewRows, FewStrides, Kernel, Work};
use crate::operand::call_site::CallSite;
use crate::operand::entry::{OperandInfo, OperandKind};
use crate::operand::list::List;
use crate::plan::nest::product;
use crate::plan::small::{Column, DEPTH, Few, Loops, dense_in_some_order};
use crate::rules::axis_map::AxisMap;
use crate::rules::call::Alignment;
use crate::rules::mode::{Mode, OptionName};

mod rows;

use rows::{Joined, are_few, first_axis, join, rows};

/// So many elements are computed over loops of [`Few`], which are laid out faster than others but not ordered.
const MOST: usize = 511;
/// So many if the output's rows are contiguous, so that its order is that of memory or close to it.
const MOST_IN_ORDER: usize = 2047;

/// The first array, with elements of `size` bytes.
#[inline]
pub(super) fn first<L: List>(list: &L, size: usize) -> Option<Column<'_>> {
    let mut first = None;
    list.all_arrays(0, &mut |_, array| {
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

/// The number of elements, if they are contiguous in C order or, with `any_order`, in another one; else 0. True if it is C order.
#[inline(never)]
fn count_dense(shape: &[usize], strides: &[isize], any_order: bool) -> (usize, bool) {
    let axes = shape.iter().zip(strides);
    let (count, is_c_order) = match count_without_gaps(axes.clone().rev()) {
        None if any_order => match count_without_gaps(axes) {
            None => (dense_in_some_order(shape, strides), false),
            count => (count, false),
        },
        count => (count, true),
    };
    (count.filter(|_| shape.len() == strides.len()).unwrap_or(0), is_c_order)
}

/// The number of elements, if these axes, the innermost first, leave no gaps.
#[inline(always)]
fn count_without_gaps<'a>(axes: impl Iterator<Item = (&'a usize, &'a isize)>) -> Option<usize> {
    let mut count = 1_usize;
    for (&length, &stride) in axes {
        if stride != count as isize && length != 1 {
            return None;
        }
        count = count.saturating_mul(length);
    }
    Some(count)
}

/// The number of elements of a call that [`is_plain`] if its arrays all have the output's shape and strides, which are those of few contiguous elements in C
/// order or, with `any_order`, in another one; else 0. True if it is C order. Unoptimised calls with operands of the same types share it.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn alike<L: List>(list: &L, output: &Column<'_>, any_order: bool) -> (usize, bool) {
    let (shape, strides) = (output.shape, output.strides);
    let are_alike = list.all_arrays(0, &mut |_, array: OperandInfo<'_>| {
        array.shape.len() == shape.len() && array.shape == shape && array.strides == strides
    });
    let (count, is_c_order) = if are_alike { count_dense(shape, strides, any_order) } else { (0, false) };
    (if are_few(count, output.size) { count } else { 0 }, is_c_order)
}

/// Computes the [`rows`] of a place of at most two axes, or with `SHEETS` of three, and returns true; or does nothing.
///
/// # Safety
/// The kernels must read the list and write to the place, of which each element is writable and reached by one index only, and which overlaps no
/// operand.
#[cfg_attr(debug_assertions, inline(never))]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) unsafe fn written<const SHEETS: bool, L: List>(
    mode: Mode,
    site: &CallSite<'_>,
    list: &L,
    place: &Column<'_>,
    kernel: &(impl Kernel + ?Sized),
) -> bool {
    let mut strides = FewStrides::unset();
    if !takes(mode, site) || site.states_shapes() || (place.shape.len() > 2) != SHEETS {
        return false;
    }
    let Some(few) = rows::<SHEETS, _>(mode, site, list, place, false, &kernel.character(), &mut strides) else {
        return false;
    };
    // SAFETY: the caller's promise; `rows` has compared every length, and the strides and pointers are the arrays' own.
    unsafe {
        match const { SHEETS } {
            true => exec::few_sheets(kernel, L::ARRAYS, few, &mut strides),
            false => exec::few_rows(kernel, place.pointer.cast_mut(), few.rows, &strides),
        }
    }
    true
}

/// True for lists of which [`rows`] looks at each array at the call: code for it is compiled there, which unoptimised builds spare.
pub(super) const fn looks_at_call<L: List>() -> bool {
    L::ARRAYS <= 4 && cfg!(any(not(debug_assertions), feature = "every-kernel"))
}

/// A container with this shape and these strides, computed by `kernel` in few rows. Compiled for each type of the result.
///
/// # Safety
/// The kernel must write elements `R`; the rest is as for [`exec::few_rows`].
#[inline(never)]
pub(super) unsafe fn made<C: Container, R: Copy>(
    kernel: &dyn Kernel,
    shape: &[usize],
    in_order: &[isize],
    rows: FewRows,
    strides: &FewStrides,
) -> C::Of<R> {
    let mut pending = C::pending::<R>();
    // SAFETY: the new memory has room for all elements of the shape, and no operand overlaps it; all of them are written before the container is
    // finished. The rest is the caller's promise.
    unsafe {
        let memory = C::allocate(&mut pending, shape, in_order);
        exec::few_rows(kernel, memory.cast(), rows, strides);
        C::finish(pending)
    }
}

/// The [`rows`] of a new container `C` of elements `R`, and its shape.
#[inline(always)]
pub(super) fn new_rows<C: Container, L: List, R>(
    mode: Mode,
    site: &CallSite<'_>,
    list: &L,
    kernel: &dyn Kernel,
    strides: &mut FewStrides,
) -> Option<(Joined, FewRows)> {
    if !takes(mode, site) || site.states_shapes() || const { L::ARRAYS > FewStrides::ARRAYS } {
        return None;
    }
    let joined = join(site, list, C::ANY_ORDER)?;
    let mut find = |shape: &[usize], in_order: &[isize]| {
        let output = Column { pointer: core::ptr::null(), size: size_of::<R>(), shape, strides: in_order };
        rows::<false, _>(mode, site, list, &output, joined.is_placed, &kernel.character(), strides)
    };
    let length = joined.lengths[1];
    let few = if joined.rank == 1 { find(&[length], &[1]) } else { find(&joined.lengths, &[length as isize, 1]) }?;
    Some((joined, few.rows))
}

/// True for a call of which [`existing`] and [`fresh`] compute all that are small: its arrays say themselves where they lie, or their last
/// axes meet.
#[inline(always)]
pub(super) fn meet(mode: Mode, site: &CallSite<'_>) -> bool {
    takes(mode, site) && mode.joins_last_axes()
}

/// True for a call for [`existing`] and [`fresh`]: it has no option but alignments of operands.
#[inline(always)]
pub(super) fn takes(mode: Mode, site: &CallSite<'_>) -> bool {
    let takes_own = || mode.joins_last_axes() && mode.takes(OptionName::OwnAxis) && mode.takes(OptionName::OwnAxes);
    mode.takes_identical_shapes() && (site.has_no_option() || site.has_own_alignments_alone() && takes_own())
}

/// Computes few elements of a call that is [taken](takes) into a place and returns true, or does nothing: if all arrays have the place's shape, or the
/// place is known to lead and they fit.
///
/// # Safety
/// As [`compute`], for the place and the arrays of `infos`.
#[inline(never)]
pub(super) unsafe fn existing(
    mode: Mode,
    site: &CallSite<'_>,
    infos: &[OperandInfo<'_>],
    output: &Column<'_>,
    work: Work<'_>,
) -> bool {
    let shape = output.shape;
    // The join of all stretches to a place, on whose last axes it lies.
    let stretches_to_place = || site.own.is_empty() && mode.result_stretches(false);
    let accepts = |_: &Loops, stretches: bool| {
        (!stretches || mode.joins_last_axes() && (stretches_to_place() || leads(site, infos, shape)))
            && (!site.states_shapes() || is_held(site, infos, shape, Some(shape), None))
    };
    // SAFETY: the caller's promise.
    unsafe { compute(output, site, infos, work, accepts, |_| output.pointer.cast_mut()) }
}

/// Computes few elements of a call that is [taken](takes) into new memory and returns true, or does nothing: if the last axes of all arrays without an
/// alignment of their own meet, and a new result is in C order.
///
/// # Safety
/// As [`compute`], for the arrays of `infos` and elements of `size` bytes.
#[inline(never)]
pub(super) unsafe fn fresh(
    mode: Mode,
    site: &CallSite<'_>,
    infos: &[OperandInfo<'_>],
    size: usize,
    memory: &mut dyn Allocate,
    work: Work<'_>,
) -> bool {
    if !mode.joins_last_axes() {
        return false;
    }
    let mut join = SmallVec::new();
    let Some(shape) = (if site.own.is_empty() { joined(infos, &mut join) } else { longest(infos) }) else {
        return false;
    };
    let rank = shape.len();
    let output = Column { pointer: core::ptr::null(), size, shape, strides: &[] };
    let accepts = |loops: &Loops, _: bool| {
        // Matrices of elements one after the other are in C order.
        (rank <= 2 && !loops.is_apart || of_rank(infos, rank).all(has_c_order))
            && (site.own.is_empty() || leads(site, infos, shape))
            && (!site.states_shapes() || is_held(site, infos, shape, None, None))
    };
    // SAFETY: the caller's promise.
    unsafe { compute(&output, site, infos, work, accepts, |shape| memory.allocate(shape, &[])) }
}

/// True if one of the entries that vote for the shape of the result is the place, or has this shape.
#[inline(never)]
fn leads(site: &CallSite<'_>, infos: &[OperandInfo<'_>], shape: &[usize]) -> bool {
    infos.iter().enumerate().any(|(entry, info)| {
        (info.kind == OperandKind::Place || info.shape == shape) && matches!(site.alignment(entry), Alignment::ByMode)
    })
}

/// Computes few elements and returns true, or does nothing if another way is faster, or the loops are not accepted. `memory` gets the output's shape.
///
/// # Safety
/// The kernels of `work` must be made for the arrays, and `memory` have room for elements of their type, as many as the output's shape holds, which
/// overlap no operand. Those of a place are initialised, and each is reached by one index only.
#[inline(always)]
unsafe fn compute(
    output: &Column<'_>,
    site: &CallSite<'_>,
    infos: &[OperandInfo<'_>],
    work: Work<'_>,
    accepts: impl FnOnce(&Loops, bool) -> bool,
    memory: impl FnOnce(&[usize]) -> *mut u8,
) -> bool {
    let arrays = || infos.iter().enumerate().filter(|(_, info)| info.kind == OperandKind::Array);
    let rank = output.shape.len();
    let least = if rank > DEPTH { arrays().map(|(_, info)| info.shape.len()).fold(rank, usize::min) } else { rank };
    let arrays = arrays().map(|(entry, info)| (column(info), first_axis(site, entry, info.shape.len(), rank)));
    // SAFETY: the caller's promise.
    unsafe { compute_laid(output, least, arrays, work, accepts, memory) }
}

/// [`compute`], for arrays that each lie on the axes of the output from its number on, of which `least` is the lowest rank.
///
/// # Safety
/// As [`compute`].
#[inline(always)]
unsafe fn compute_laid<'a>(
    output: &Column<'_>,
    least: usize,
    arrays: impl Iterator<Item = (Column<'a>, Option<usize>)>,
    work: Work<'_>,
    accepts: impl FnOnce(&Loops, bool) -> bool,
    memory: impl FnOnce(&[usize]) -> *mut u8,
) -> bool {
    let count = product(output.shape);
    let is_in_order = output.strides.last().is_none_or(|&stride| stride == 1);
    if count == 0 || count > if is_in_order { MOST_IN_ORDER } else { MOST } {
        return false;
    }
    let Some(kernel) = work.alone(count) else { return false };
    let mut few = Few::new();
    if !few.begin(output, least) {
        return false;
    }
    // A method of the iterator would not be inlined.
    for (array, first) in arrays {
        if !first.is_some_and(|first| few.add(&array, output.shape, first)) {
            return false;
        }
    }
    let stretches = few.stretches;
    let loops = few.finish();
    let Some(way) = exec::way_of_few(loops, &kernel.character()) else { return false };
    if !accepts(loops, stretches) {
        return false;
    }
    loops.pointers[0] = memory(output.shape);
    // SAFETY: the caller's promise; `few` has compared every length, and the strides are those of the arrays.
    unsafe { exec::small(loops, kernel, way) };
    true
}

/// Computes few elements of arrays with maps into an output of at most [`DEPTH`] axes and returns true, or does nothing.
///
/// # Safety
/// As [`compute`].
#[inline(always)]
pub(super) unsafe fn compute_aligned<'a>(
    output: &Column<'_>,
    arrays: impl Iterator<Item = (Column<'a>, AxisMap<'a>)>,
    work: Work<'_>,
    is_held: impl FnOnce() -> bool,
    memory: impl FnOnce(&[usize]) -> *mut u8,
) -> bool {
    let arrays = arrays.map(|(array, map): (Column<'a>, AxisMap<'_>)| {
        let first = map.output_axis(0).unwrap_or(0);
        let is_side_by_side = (0..array.shape.len()).all(|axis| map.output_axis(axis) == Some(first + axis));
        (array, is_side_by_side.then_some(first))
    });
    // SAFETY: the caller's promise.
    unsafe { compute_laid(output, 0, arrays, work, |_, _| is_held(), memory) }
}
