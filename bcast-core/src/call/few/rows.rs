//! Rows of few elements, found from the list itself. At a call the ranks, the mode and the kinds of operands are constants, and the compiler drops
//! most of this code.

use crate::call::plain::column;
use crate::exec::{self, Character, FewRows, FewSheets, FewStrides, Instructions, Mask};
use crate::operand::call_site::CallSite;
use crate::operand::entry::OperandInfo;
use crate::operand::list::{List, Look};
use crate::plan::small::{Column, DEPTH};
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

/// Finds the rows of an output, from array to array. Axes that it lacks are outer ones of length 1.
struct Laying<'s, 'b, const SHEETS: bool> {
    site: &'s CallSite<'b>,
    strides: &'s mut FewStrides,
    /// The axes of the output, its sheets, rows and their length.
    rank: usize,
    lengths: [usize; DEPTH],
    /// The number of arrays so far, the output left out.
    arrays: usize,
    /// True if the elements of each array follow each other, all or those of each row.
    is_run: bool,
    are_runs: bool,
    /// True if each array steps from row to row, and from sheet to sheet, as far as a whole row or sheet.
    are_even: [bool; 2],
    /// True if some array's row is neither contiguous nor one element.
    are_apart: bool,
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
pub(super) fn rows<const SHEETS: bool, L: List>(
    mode: Mode,
    site: &CallSite<'_>,
    list: &L,
    output: &Column<'_>,
    is_placed: bool,
    character: &Character,
    strides: &mut FewStrides,
) -> Option<FewSheets> {
    let rank = output.shape.len();
    let (lengths @ [mut sheets, mut rows, mut length], steps) = on_axes(output.shape, output.strides, rank)?;
    let count = sheets.saturating_mul(rows).saturating_mul(length);
    if rank == 0 || count == 0 || !are_few(count, output.size) {
        return None;
    }
    let is_place = |operand: usize| operand >= u32::BITS as usize || L::ENTRIES >> operand & 1 == 0;
    let mut laying = Laying::<SHEETS> {
        site,
        strides: &mut *strides,
        rank,
        lengths,
        arrays: 0,
        is_run: true,
        are_runs: true,
        are_even: [true; 2],
        are_apart: false,
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
    if const { SHEETS } {
        match laying.are_even {
            [true, _] => (length, rows, sheets, is_turned) = (length * rows, sheets, 1, true),
            [_, true] => (rows, sheets) = (rows * sheets, 1),
            // Sheets are kernel calls.
            _ if sheets > rows => (rows, sheets, is_turned) = (sheets, rows, true),
            _ => {}
        }
    }
    let is_in_order = inner == 1 || outer != 1 && sheet != 1;
    let is_short = rank == 1 || count <= exec::WALKED_IN_ROWS && is_in_order;
    let Laying { are_runs, are_apart, standing, arrays, .. } = laying;
    let mask = match are_runs {
        true if is_short && !character.is_costly => Some(Mask::ALL),
        false if is_short && character.takes_apart => Some(Mask::APART),
        _ => {
            let laid = Laid { are_runs, are_apart, standing, is_short, are_sheets: SHEETS };
            let sizes = &const { L::SIZES }[..arrays];
            // SAFETY: `Laying::step` has set the strides of the output and of all arrays.
            unsafe { mask(*character, [rows * sheets, length], output.size, laid, (strides, sizes)) }
        }
    };
    let outer = (if is_turned { sheet } else { outer }).wrapping_mul(output.size as isize);
    mask.map(|mask| FewSheets { rows: FewRows { rows, length, outer, mask }, sheets, is_turned })
}

/// How the rows of arrays lie: see the fields of [`Laying`].
#[derive(Clone, Copy)]
struct Laid {
    are_runs: bool,
    are_apart: bool,
    standing: u32,
    /// True for a vector and for few elements, unless they are in another order than memory.
    is_short: bool,
    /// True if the strides from sheet to sheet are set.
    are_sheets: bool,
}

/// The mask for rows that are computed where they lie, with elements of so many bytes; `None` if another way may be faster. One function for all
/// calls, since it would be most of the code of each.
///
/// # Safety
/// The strides of as many arrays as there are sizes, and of the output, must be set: those within a row, those from row to row unless it is a vector, and
/// those from sheet to sheet if there `are_sheets`.
#[inline(never)]
unsafe fn mask(
    character: Character,
    [rows, length]: [usize; 2],
    size: usize,
    laid: Laid,
    (strides, sizes): (&FewStrides, &[usize]),
) -> Option<Mask> {
    let count = rows * length;
    // The bytes of a row that fill no vector.
    let rest = length * size % VECTOR;
    let have_few_rests = rest == 0 || rows <= ROWS && rows * rest <= RESTS;
    let is_long = length >= exec::long_row(&character, count, size, laid.standing != 0, true);
    let is_reordered = length < exec::SHORT_ROW && rows > length;
    let sizes = core::iter::once(size).chain(sizes.iter().copied());
    // SAFETY: the caller's promise; a vector is short.
    let stay = || unsafe { strides.are_along_or_wide(sizes, laid.are_sheets) };
    let takes_apart = character.takes_apart && (laid.is_short || laid.are_apart && !is_reordered && stay());
    match character.is_costly {
        true if !have_few_rests && !is_long => None,
        false if !laid.is_short && !takes_apart && (!is_long || laid.are_apart) => None,
        _ if laid.are_runs => Some(Mask::ALL),
        _ if takes_apart => Some(Mask::APART),
        _ if laid.are_apart => None,
        _ => exec::mask_of(laid.standing, &character, Instructions::here()),
    }
}

/// The lengths of an array, and its strides from sheet to sheet, from row to row and within a row, if its first axis is this one of the output's,
/// counted from the end; `None` if there are none of these axes.
#[inline(always)]
fn on_axes(shape: &[usize], strides: &[isize], from_last: usize) -> Option<([usize; DEPTH], [isize; DEPTH])> {
    // Patterns, since loops would be compiled for each call before they are unrolled.
    match (shape, strides, from_last) {
        (&[length], &[inner], 1) => Some(([1, 1, length], [0, 0, inner])),
        (&[rows], &[outer], 2) => Some(([1, rows, 1], [0, outer, 0])),
        (&[sheets], &[sheet], 3) => Some(([sheets, 1, 1], [sheet, 0, 0])),
        (&[rows, length], &[outer, inner], 2) => Some(([1, rows, length], [0, outer, inner])),
        (&[sheets, rows], &[sheet, outer], 3) => Some(([sheets, rows, 1], [sheet, outer, 0])),
        (&[sheets, rows, length], &[sheet, outer, inner], 3) => Some(([sheets, rows, length], [sheet, outer, inner])),
        _ => None,
    }
}

impl<const SHEETS: bool> Laying<'_, '_, SHEETS> {
    /// Notes an array with its strides from sheet to sheet, from row to row and within a row, in elements.
    #[inline(always)]
    fn step(&mut self, number: usize, array: &Column<'_>, [sheet, outer, inner]: [isize; DEPTH]) {
        let [sheets, rows, length] = self.lengths;
        let row = inner.wrapping_mul(length as isize);
        self.are_runs &= inner == 1;
        self.are_apart |= inner >> 1 != 0;
        self.standing |= (u32::from(inner == 0) << number) >> 1;
        self.strides.set(number, array.size, (self.rank > 1).then_some(outer), inner);
        if const { !SHEETS } {
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

impl<'a, const SHEETS: bool> Look<'a> for Laying<'_, '_, SHEETS> {
    #[inline(always)]
    fn array(&mut self, entry: usize, array: OperandInfo<'a>) -> bool {
        let own_rank = array.shape.len();
        let Some(first) = first_axis(self.site, entry, own_rank, self.rank) else { return false };
        let Some((own, strides)) = on_axes(array.shape, array.strides, self.rank - first) else { return false };
        // Every address relies on these comparisons.
        let has = [own[0] == self.lengths[0], own[1] == self.lengths[1], own[2] == self.lengths[2]];
        let step = |axis: usize| if has[axis] { strides[axis] } else { 0 };
        let fits = |axis: usize| has[axis] | (own[axis] == 1);
        let is_alike = own_rank == self.rank && has[0] & has[1] & has[2];
        self.stretches |= !is_alike;
        self.leads |= is_alike && matches!(self.site.alignment(entry), Alignment::ByMode);
        self.arrays += 1;
        self.step(self.arrays, &column(&array), [step(0), step(1), step(2)]);
        fits(0) & fits(1) & fits(2)
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
