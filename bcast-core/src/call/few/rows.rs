//! Rows of few elements, found from the list itself. At a call the ranks, the mode and the kinds of operands are constants, and the compiler drops
//! most of this code.

use crate::call::plain::column;
use crate::exec::{self, Character, FewRows, FewSheets, FewStrides, Instructions, Mask};
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

/// The most axes of an output.
const AXES: usize = 3;

/// Finds the rows of an output, from array to array. Axes that it lacks are outer ones of length 1.
struct Laying<'s, 'b> {
    site: &'s CallSite<'b>,
    strides: &'s mut FewStrides,
    /// The axes of the output, its sheets, rows and their length.
    rank: usize,
    lengths: [usize; AXES],
    /// The number of arrays so far, the output left out.
    arrays: usize,
    /// True if the elements of each array follow each other, all or those of each row.
    is_run: bool,
    are_runs: bool,
    /// True if each array steps from row to row, and from sheet to sheet, as far as a whole row or sheet.
    are_even: [bool; 2],
    /// True if some array's row is neither contiguous nor one element.
    are_apart: bool,
    /// True if no array has a shorter stride from row to row or sheet to sheet than within a row, except those of [wide](exec::is_wide) elements.
    stay: bool,
    /// A bit for each array that stays at one element along a row.
    standing: u32,
    /// True if some array has other lengths than the output.
    stretches: bool,
    /// True if one that votes has those of the output.
    leads: bool,
}

/// The rows of a call that is [taken](super::takes) with an output of at most three axes; `None` if it has others, too many elements, or a way that may
/// be faster. Arrays that vote lead, or, if it `is_placed`, the others. `character` is that of the kernels.
#[inline(always)]
pub(super) fn rows<L: List>(
    mode: Mode,
    site: &CallSite<'_>,
    list: &L,
    output: &Column<'_>,
    is_placed: bool,
    character: &Character,
    strides: &mut FewStrides,
) -> Option<FewSheets> {
    let rank = output.shape.len();
    let (lengths @ [mut sheets, mut rows, mut length], steps) =
        on_axes(output.shape, output.strides, AXES - rank.min(AXES))?;
    let count = sheets.saturating_mul(rows).saturating_mul(length);
    if rank == 0 || count == 0 || !are_few(count, output.size) {
        return None;
    }
    let is_place = |operand: usize| operand >= u32::BITS as usize || L::ENTRIES >> operand & 1 == 0;
    let mut laying = Laying {
        site,
        strides,
        rank,
        lengths,
        arrays: 0,
        is_run: true,
        are_runs: true,
        are_even: [true; 2],
        are_apart: false,
        stay: true,
        standing: 0,
        stretches: false,
        leads: is_placed || L::READS_PLACE && !site.own.iter().any(|own| is_place(own.operand)),
    };
    laying.step(0, output, steps);
    let fit = list.all_arrays(0, &mut laying);
    let stretches_to_place = site.own.is_empty() && mode.result_stretches(false);
    if !fit || laying.stretches && !(mode.joins_last_axes() && (laying.leads || stretches_to_place)) {
        return None;
    }
    let [sheet, outer, inner] = steps;
    if laying.is_run {
        let outer = outer.wrapping_mul(output.size as isize);
        return Some(FewSheets::one(FewRows { rows: 1, length: count, outer, mask: Mask::ALL }));
    }
    let mut is_turned = false;
    if rank == AXES {
        match laying.are_even {
            [true, _] => (length, rows, sheets, is_turned) = (length * rows, sheets, 1, true),
            [_, true] => (rows, sheets) = (rows * sheets, 1),
            // Sheets are kernel calls.
            _ if sheets > rows => (rows, sheets, is_turned) = (sheets, rows, true),
            _ => {}
        }
    }
    // The bytes of a row that fill no vector.
    let rest = length * output.size % VECTOR;
    let have_few_rests = rest == 0 || rows * sheets <= ROWS && rows * sheets * rest <= RESTS;
    let is_in_order = inner == 1 || outer != 1 && sheet != 1;
    let is_short = rank == 1 || count <= exec::WALKED_IN_ROWS && is_in_order;
    let is_long = length >= exec::long_row(character, count, output.size, laying.standing != 0, true);
    let is_reordered = length < exec::SHORT_ROW && rows > length;
    let takes_apart = character.takes_apart && (is_short || laying.are_apart && laying.stay && !is_reordered);
    let mask = match character.is_costly {
        true if !have_few_rests && !is_long => None,
        false if !is_short && !takes_apart && (!is_long || laying.are_apart) => None,
        _ if laying.are_runs => Some(Mask::ALL),
        _ if takes_apart => Some(Mask::APART),
        _ if laying.are_apart => None,
        _ => exec::mask_of(laying.standing, character, Instructions::here()),
    };
    let outer = (if is_turned { sheet } else { outer }).wrapping_mul(output.size as isize);
    mask.map(|mask| FewSheets { rows: FewRows { rows, length, outer, mask }, sheets, is_turned })
}

/// The lengths of an array's axes, the first of which is this one of three, and its strides there; `None` if it has more axes.
#[inline(always)]
fn on_axes(shape: &[usize], strides: &[isize], first: usize) -> Option<([usize; AXES], [isize; AXES])> {
    let (mut lengths, mut steps) = ([1; AXES], [0; AXES]);
    if shape.len() != strides.len() || first + shape.len() > AXES {
        return None;
    }
    let mut axis = 0;
    while axis < AXES {
        let own = axis.wrapping_sub(first);
        if own < shape.len() {
            (lengths[axis], steps[axis]) = (shape[own], strides[own]);
        }
        axis += 1;
    }
    Some((lengths, steps))
}

impl Laying<'_, '_> {
    /// Notes an array with its strides from sheet to sheet, from row to row and within a row, in elements.
    #[inline(always)]
    fn step(&mut self, number: usize, array: &Column<'_>, [sheet, outer, inner]: [isize; AXES]) {
        let [sheets, rows, length] = self.lengths;
        let row = inner.wrapping_mul(length as isize);
        self.are_runs &= inner == 1;
        self.are_apart |= inner >> 1 != 0;
        let is_along = |stride: isize| stride == 0 || stride.unsigned_abs() >= inner.unsigned_abs();
        self.stay &= exec::is_wide(inner, array.size) || is_along(outer) && is_along(sheet);
        self.standing |= (u32::from(inner == 0) << number) >> 1;
        self.strides.set(number, array.size, (self.rank > 1).then_some(outer), inner);
        if self.rank < AXES {
            self.is_run &= inner == 1 && (self.rank == 1 || outer == row);
            return;
        }
        // Nothing steps along an axis of length 1, whatever stride it has.
        let outer = if rows == 1 { row } else { outer };
        let even = [outer == row, sheets == 1 || sheet == outer.wrapping_mul(rows as isize)];
        self.is_run &= inner == 1 && even[0] && even[1];
        self.are_even = [self.are_even[0] && even[0], self.are_even[1] && even[1]];
        self.strides.set_sheet(number, array.size, array.pointer, sheet);
    }
}

impl<'a> Look<'a> for Laying<'_, '_> {
    #[inline(always)]
    fn array(&mut self, entry: usize, array: OperandInfo<'a>) -> bool {
        let own_rank = array.shape.len();
        let Some(first) = first_axis(self.site, entry, own_rank, self.rank) else { return false };
        let Some((own, strides)) = on_axes(array.shape, array.strides, AXES - self.rank + first) else { return false };
        let (mut axis, mut steps, mut fits, mut is_alike) = (AXES - self.rank, [0; AXES], true, own_rank == self.rank);
        while axis < AXES {
            // Every address relies on this comparison.
            let has = own[axis] == self.lengths[axis];
            steps[axis] = if has { strides[axis] } else { 0 };
            fits &= has | (own[axis] == 1);
            is_alike &= has;
            axis += 1;
        }
        self.stretches |= !is_alike;
        self.leads |= is_alike && matches!(self.site.alignment(entry), Alignment::ByMode);
        self.arrays += 1;
        self.step(self.arrays, &column(&array), steps);
        fits
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
