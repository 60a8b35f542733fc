//! Calls of few elements. Dense arrays of one shape are found at the call, where ranks, the mode and the kinds of operands are constants and
//! little of [`alike`] is left; rows, from the infos of the list. All other calls, and those that are refused, are left to `new_memory` and
//! `existing_memory`.

use smallvec::SmallVec;

use crate::call::container::{Allocate, Container};
use crate::call::plain::{column, has_c_order, joined, longest, of_rank};
use crate::call::stated::is_held;
use crate::exec::{self, Character, FewRows, FewStrides, Instructions, Kernel, Mask, Work};
use crate::operand::call_site::CallSite;
use crate::operand::entry::{OperandInfo, OperandKind};
use crate::operand::list::{List, Look};
use crate::plan::nest::product;
use crate::plan::small::{Column, DEPTH, Few, Loops, dense_in_some_order};
use crate::rules::axis_map::AxisMap;
use crate::rules::call::Alignment;
use crate::rules::mode::{Mode, OptionName};

/// So many elements are computed without a call of `existing_memory` or `new_memory`, which takes longer than a few additions. At 16
/// bytes each, they are too few to be split for aligned stores, to be written past the caches, or for several threads.
pub(super) const MOST: usize = 511;
/// The most bytes of an element.
const SIZE: usize = 16;
/// In rows that are shorter, costly elements are computed as a whole, in copies ...
const LONG: usize = 16;
/// ... unless so few of them, in as few rows, fill no vector of so many bytes.
const FEW: usize = 32;
const VECTOR: usize = 32;
/// So few elements of cheap expressions are computed one by one, if their rows are not contiguous.
const WALKED: usize = 128;

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

/// The number of elements, if they are few and contiguous in C order or, with `any_order`, in another one; else 0. True if it is C order.
#[inline(never)]
fn few_dense(shape: &[usize], strides: &[isize], any_order: bool) -> (usize, bool) {
    let axes = shape.iter().zip(strides);
    let (count, is_c_order) = match count_without_gaps(axes.clone().rev()) {
        None if any_order => match count_without_gaps(axes) {
            None => (dense_in_some_order(shape, strides), false),
            count => (count, false),
        },
        count => (count, true),
    };
    (count.filter(|&count| count <= MOST && shape.len() == strides.len()).unwrap_or(0), is_c_order)
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
/// order or, with `any_order`, in another one; else 0. True if it is C order. Generic over the operands alone, so that calls with operands of the same
/// types share it.
#[inline]
pub(super) fn alike<L: List>(list: &L, output: &Column<'_>, any_order: bool) -> (usize, bool) {
    let (shape, strides) = (output.shape, output.strides);
    let are_alike = list.all_arrays(0, &mut |_, array: OperandInfo<'_>| {
        array.shape.len() == shape.len() && array.shape == shape && array.strides == strides
    });
    if are_alike && output.size <= SIZE { few_dense(shape, strides, any_order) } else { (0, false) }
}

/// Computes the [`rows`] of a place and returns true, or does nothing.
///
/// # Safety
/// The kernels must read the list and write to the place, of which each element is writable and reached by one index only, and which overlaps no
/// operand.
#[cfg_attr(debug_assertions, inline(never))]
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) unsafe fn written<L: List>(
    mode: Mode,
    site: &CallSite<'_>,
    list: &L,
    place: &Column<'_>,
    kernel: &impl Kernel,
) -> bool {
    let mut strides = FewStrides::unset();
    if !takes(mode, site) || site.states_shapes() {
        return false;
    }
    let Some(rows) = rows(mode, site, list, place, false, &kernel.character(), &mut strides) else { return false };
    // SAFETY: the caller's promise; `rows` has compared every length, and the strides are the arrays' own.
    unsafe { exec::few_rows(kernel, place.pointer.cast_mut(), rows, &strides) };
    true
}

/// True for lists of which [`rows`] looks at each array at the call: code for it is compiled there, which unoptimised builds spare.
pub(super) const fn looks_at_call<L: List>() -> bool {
    L::ARRAYS <= 4 && cfg!(any(not(debug_assertions), feature = "every-kernel"))
}

/// The join of arrays of at most two axes.
struct Join<'s, 'b> {
    site: &'s CallSite<'b>,
    /// The join of the arrays that vote, of which the last axes meet, and their rank.
    lengths: [usize; 2],
    rank: usize,
    /// The join of those that say themselves where they lie, and a bit for each axis on which they do.
    placed: [usize; 2],
    covered: u32,
    votes: bool,
    /// True if a result may have another order than C.
    has_other_order: bool,
}

/// The shape of a result of at most two axes.
pub(super) struct Joined {
    pub(super) lengths: [usize; 2],
    pub(super) rank: usize,
    /// True if arrays that say themselves where they lie give the shape.
    pub(super) is_placed: bool,
}

/// The join of a list's arrays of at most two axes; `None` if there are more axes, or none, or one is not covered. With `any_order`, also `None` if the
/// result may have another order than C.
#[inline(always)]
pub(super) fn join<L: List>(site: &CallSite<'_>, list: &L, any_order: bool) -> Option<Joined> {
    let ones = [1; 2];
    let mut join =
        Join { site, lengths: ones, rank: 0, placed: ones, covered: 0, votes: false, has_other_order: false };
    let has_few_axes = list.all_arrays(0, &mut join);
    let Join { lengths, rank, placed, covered, .. } = join;
    let joined = match covered {
        _ if join.votes => Joined { lengths, rank, is_placed: false },
        0b1 => Joined { lengths: [1, placed[0]], rank: 1, is_placed: true },
        0b11 => Joined { lengths: placed, rank: 2, is_placed: true },
        _ => return None,
    };
    (has_few_axes && joined.rank > 0 && !(any_order && join.has_other_order)).then_some(joined)
}

impl<'a> Look<'a> for Join<'_, '_> {
    #[inline(always)]
    fn array(&mut self, entry: usize, array: OperandInfo<'a>) -> bool {
        let own = match (array.shape, array.strides) {
            (&[length], _) => [1, length],
            (&[rows, length], &[outer, inner]) => {
                let is_in_c_order = inner != 0 && outer.unsigned_abs() > inner.unsigned_abs();
                self.has_other_order |= rows != 1 && length != 1 && !is_in_c_order;
                [rows, length]
            }
            _ => return false,
        };
        let join = |length: usize, own: usize| if length == 1 { own } else { length };
        self.rank = self.rank.max(array.shape.len());
        match (self.site.alignment(entry), array.shape.len()) {
            (Alignment::ByMode, _) => {
                self.votes = true;
                self.lengths = [join(self.lengths[0], own[0]), join(self.lengths[1], own[1])];
            }
            (Alignment::Axis(axis @ 0..2) | Alignment::Axes(&[axis @ 0..2]), 1) => {
                self.covered |= 1 << axis;
                self.placed[axis as usize] = join(self.placed[axis as usize], own[1]);
            }
            // Of no use alone.
            _ => self.covered |= 1 << 2,
        }
        true
    }
}

/// Finds the rows of an output of at most two axes, from array to array.
struct Laying<'s, 'b> {
    site: &'s CallSite<'b>,
    strides: &'s mut FewStrides,
    /// The axes of the output, its rows and their length.
    rank: usize,
    rows: usize,
    length: usize,
    /// The number of arrays so far, the output left out.
    arrays: usize,
    /// True if the elements of each array follow each other, all or those of each row.
    is_run: bool,
    are_runs: bool,
    /// True if some array's row is neither contiguous nor one element.
    are_apart: bool,
    /// A bit for each array that stays at one element along a row.
    standing: u32,
    /// True if some array has other lengths than the output.
    stretches: bool,
    /// True if one that votes has those of the output.
    leads: bool,
}

/// The rows of a call that is [taken](takes) with an output of at most two axes; `None` if it has others, too many elements, or a way that may be
/// faster. Arrays that vote lead, or, if it `is_placed`, the others. `character` is that of the kernels.
#[inline(always)]
pub(super) fn rows<L: List>(
    mode: Mode,
    site: &CallSite<'_>,
    list: &L,
    output: &Column<'_>,
    is_placed: bool,
    character: &Character,
    strides: &mut FewStrides,
) -> Option<FewRows> {
    let rank = output.shape.len();
    let ([rows, length], steps @ [outer, inner]) = match (output.shape, output.strides) {
        (&[length], &[inner]) => ([1, length], [0, inner]),
        (&[rows, length], &[outer, inner]) => ([rows, length], [outer, inner]),
        _ => return None,
    };
    let count = rows.saturating_mul(length);
    if output.size > SIZE || count == 0 || count > MOST {
        return None;
    }
    let is_place = |operand: usize| operand >= u32::BITS as usize || L::ENTRIES >> operand & 1 == 0;
    let mut laying = Laying {
        site,
        strides,
        rank,
        rows,
        length,
        arrays: 0,
        is_run: true,
        are_runs: true,
        are_apart: false,
        standing: 0,
        stretches: false,
        leads: is_placed || L::READS_PLACE && !site.own.iter().any(|own| is_place(own.operand)),
    };
    laying.step(0, output.size, steps);
    let fit = list.all_arrays(0, &mut laying);
    let stretches_to_place = site.own.is_empty() && mode.result_stretches(false);
    if !fit || laying.stretches && !(mode.joins_last_axes() && (laying.leads || stretches_to_place)) {
        return None;
    }
    let outer_bytes = outer.wrapping_mul(output.size as isize);
    if laying.is_run {
        return Some(FewRows { rows: 1, length: count, outer: outer_bytes, mask: Mask::ALL });
    }
    let is_short = rank == 1 || count <= WALKED && (inner == 1 || outer != 1);
    // Elements that fill no vector.
    let rest = length * output.size % VECTOR / output.size.max(1);
    let have_few_rests = is_short && rows * rest <= FEW && (rest == 0 || rows <= LONG);
    let mask = match character.is_costly {
        true => (laying.are_runs && (length >= LONG || have_few_rests)).then_some(Mask::ALL),
        false if !is_short => None,
        false if laying.are_runs => Some(Mask::ALL),
        false if character.takes_apart => Some(Mask::APART),
        false if laying.are_apart => None,
        false => exec::mask_of(laying.standing, character, Instructions::here()),
    };
    mask.map(|mask| FewRows { rows, length, outer: outer_bytes, mask })
}

impl Laying<'_, '_> {
    /// Notes the strides of an array from row to row and within a row, in elements.
    #[inline(always)]
    fn step(&mut self, number: usize, size: usize, [outer, inner]: [isize; 2]) {
        let is_vector = self.rank == 1;
        self.is_run &= inner == 1 && (is_vector || outer == self.length as isize);
        self.are_runs &= inner == 1;
        self.are_apart |= inner >> 1 != 0;
        self.standing |= (u32::from(inner == 0) << number) >> 1;
        self.strides.set(number, size, (!is_vector).then_some(outer), inner);
    }
}

impl<'a> Look<'a> for Laying<'_, '_> {
    #[inline(always)]
    fn array(&mut self, entry: usize, array: OperandInfo<'a>) -> bool {
        let first = first_axis(self.site, entry, array.shape.len(), self.rank);
        let (own, strides) = match (array.shape, array.strides, first) {
            (&[own], &[stride], Some(first)) if first + 1 == self.rank => ([1, own], [0, stride]),
            (&[own], &[stride], Some(_)) => ([own, 1], [stride, 0]),
            (&[rows, length], &[outer, inner], Some(_)) => ([rows, length], [outer, inner]),
            _ => return false,
        };
        // Every address relies on these comparisons.
        let has = [own[0] == self.rows, own[1] == self.length];
        let is_alike = array.shape.len() == self.rank && has[0] & has[1];
        self.stretches |= !is_alike;
        self.leads |= is_alike && matches!(self.site.alignment(entry), Alignment::ByMode);
        self.arrays += 1;
        let steps = [if has[0] { strides[0] } else { 0 }, if has[1] { strides[1] } else { 0 }];
        self.step(self.arrays, array.elem_size, steps);
        (has[0] | (own[0] == 1)) & (has[1] | (own[1] == 1))
    }
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

/// Computes the [`rows`] of a new container and returns true, or does nothing. Compiled for each combination of types, and not for each call.
///
/// # Safety
/// The kernels of `work` must read the list and write elements `R`.
#[inline(always)]
pub(super) unsafe fn made_in<C: Container, L: List, R: Copy>(
    mode: Mode,
    site: &CallSite<'_>,
    list: &L,
    pending: &mut C::Pending<R>,
    work: Work<'_>,
) -> bool {
    if site.states_shapes() || const { L::ARRAYS > FewStrides::ARRAYS } {
        return false;
    }
    let (Some(kernel), Some(joined)) = (work.alone(MOST), join(site, list, C::ANY_ORDER)) else { return false };
    let (Joined { lengths, rank, is_placed }, mut strides) = (joined, FewStrides::unset());
    let (shape, in_order) = (&lengths[2 - rank..], &[lengths[1] as isize, 1][2 - rank..]);
    let output = Column { pointer: core::ptr::null(), size: size_of::<R>(), shape, strides: in_order };
    let Some(rows) = rows(mode, site, list, &output, is_placed, &kernel.character(), &mut strides) else {
        return false;
    };
    // SAFETY: the caller's promise. `rows` has compared every length, and the strides are the arrays' own; the new memory has room for all elements of
    // the shape, and no operand overlaps it.
    unsafe { exec::few_rows(kernel, C::allocate(pending, shape, &[]).cast(), rows, &strides) };
    true
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

/// The axis of an output on which the first axis of an entry's array lies, if the others follow it.
#[inline(always)]
fn first_axis(site: &CallSite<'_>, entry: usize, own: usize, rank: usize) -> Option<usize> {
    let last = rank.checked_sub(own);
    match site.alignment(entry) {
        Alignment::ByMode | Alignment::Axis(-1) => last,
        Alignment::Axis(axis) | Alignment::Axes(&[axis]) => {
            usize::try_from(axis).ok().filter(|&axis| last.is_some_and(|last| axis <= last))
        }
        Alignment::Axes(_) => None,
    }
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
    if count == 0 || count > MOST {
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
