//! Rows of few elements, found from the list itself. At a call the ranks, the mode and the kinds of operands are constants, and the compiler drops
//! most of this code.

use crate::exec::{self, Character, FewRows, FewStrides, Instructions, Mask};
use crate::operand::call_site::CallSite;
use crate::operand::entry::OperandInfo;
use crate::operand::list::{List, Look};
use crate::plan::small::Column;
use crate::rules::call::Alignment;
use crate::rules::mode::Mode;

/// The most bytes of an element.
const SIZE: usize = 16;
/// Costly elements are computed row by row if those that fill no vector have so few bytes in all, and so few rows have them; vectors over copies take
/// less time for more.
const RESTS: usize = 160;
const ROWS: usize = 16;
/// The bytes of a vector.
const VECTOR: usize = 32;

/// True for so few elements of so many bytes that they are neither split for aligned stores, nor written past the caches, nor shared by threads.
#[inline(always)]
pub(super) fn are_few(count: usize, size: usize) -> bool {
    size <= SIZE && count.saturating_mul(size.max(1)) < exec::LEAST_SPLIT
}

/// The join of arrays of at most two axes.
struct Join<'s, 'b> {
    site: &'s CallSite<'b>,
    /// The join of the arrays that vote, of which the last axes meet, and their rank.
    lengths: [usize; 2],
    rank: usize,
    /// The join of vectors that say themselves where they lie, and a bit for each axis on which they do; others have the bit of axis 2.
    placed: [usize; 2],
    covered: u32,
    votes: bool,
    /// True if a result may have another order than C.
    has_other_order: bool,
}

/// The shape of a result of at most two axes.
pub(in crate::call) struct Joined {
    pub(super) lengths: [usize; 2],
    pub(super) rank: usize,
    /// True if arrays that say themselves where they lie give the shape.
    pub(super) is_placed: bool,
}

impl Joined {
    #[inline(always)]
    pub(in crate::call) fn shape(&self) -> &[usize] {
        &self.lengths[2 - self.rank..]
    }
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
            // Matrices, and axes counted from the last one, are left to the rulebook if nothing votes.
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
    /// True if no array has a shorter stride from row to row than within a row, except those of [wide](exec::is_wide) elements.
    stay: bool,
    /// A bit for each array that stays at one element along a row.
    standing: u32,
    /// True if some array has other lengths than the output.
    stretches: bool,
    /// True if one that votes has those of the output.
    leads: bool,
}

/// The rows of a call that is [taken](super::takes) with an output of at most two axes; `None` if it has others, too many elements, or a way that may be
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
    if count == 0 || !are_few(count, output.size) {
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
        stay: true,
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
    // The bytes of a row that fill no vector.
    let rest = length * output.size % VECTOR;
    let have_few_rests = rest == 0 || rows <= ROWS && rows * rest <= RESTS;
    let is_short = rank == 1 || count <= exec::WALKED_IN_ROWS && (inner == 1 || outer != 1);
    let is_long = length >= exec::long_row(character, count, output.size, laying.standing != 0, true);
    let takes_apart = character.takes_apart && (is_short || laying.are_apart && laying.stay);
    let mask = match character.is_costly {
        true if !have_few_rests && !is_long => None,
        false if !is_short && !takes_apart && (!is_long || laying.are_apart) => None,
        _ if laying.are_runs => Some(Mask::ALL),
        _ if takes_apart => Some(Mask::APART),
        _ if laying.are_apart => None,
        _ => exec::mask_of(laying.standing, character, Instructions::here()),
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
        self.stay &= exec::is_wide(inner, size) || outer == 0 || outer.unsigned_abs() >= inner.unsigned_abs();
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

/// The axis of an output on which the first axis of an entry's array lies, if the others follow it.
#[inline(always)]
pub(super) fn first_axis(site: &CallSite<'_>, entry: usize, own: usize, rank: usize) -> Option<usize> {
    let last = rank.checked_sub(own);
    match site.alignment(entry) {
        Alignment::ByMode | Alignment::Axis(-1) => last,
        Alignment::Axis(axis) | Alignment::Axes(&[axis]) => {
            usize::try_from(axis).ok().filter(|&axis| last.is_some_and(|last| axis <= last))
        }
        Alignment::Axes(_) => None,
    }
}
