//! Small calls over at most two axes: rows of elements, without the layout of loops that may be more.

use crate::call::call_site::Site;
use crate::operand::entry::Slot;
use crate::plan::small::{MAX_SLOTS, each_operand, is_plain};
use crate::rules::mode::Mode;

/// So many elements at most. More are better laid out with care.
pub(crate) const MOST: usize = 1024;

/// The output and so many operands: few, since all of it is cleared for every call.
pub(crate) const COLUMNS: usize = 5;

/// Rows of the output and of the operands that are read, one column each, the output's first.
pub(crate) struct Plane {
    pub(crate) pointers: [*const u8; COLUMNS],
    /// The sizes of the elements.
    pub(crate) sizes: [usize; COLUMNS],
    /// From row to row, in bytes.
    pub(crate) outer: [isize; COLUMNS],
    /// From element to element, in elements.
    pub(crate) inner: [isize; COLUMNS],
    pub(crate) columns: usize,
    /// The operands that stand still along a row: a bit each.
    pub(crate) standing: u32,
    /// Whether an operand neither does nor has contiguous rows.
    pub(crate) is_apart: bool,
    /// The columns whose elements are not one run: a bit each, the output's the lowest.
    pub(crate) in_parts: u32,
    pub(crate) rows: usize,
    pub(crate) length: usize,
}

impl Plane {
    /// None yet.
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Plane {
            pointers: [core::ptr::null(); COLUMNS],
            sizes: [0; COLUMNS],
            outer: [0; COLUMNS],
            inner: [0; COLUMNS],
            columns: 0,
            standing: 0,
            is_apart: false,
            in_parts: 0,
            rows: 0,
            length: 0,
        }
    }

    /// Lays out the rows of a call that writes to `target`, whose rows are contiguous, into the fresh `self`, since it is large to hand
    /// on; false if this is another call, or one for the rulebook.
    #[inline]
    #[must_use]
    pub(crate) fn lay(&mut self, mode: Mode, site: &Site<'_>, slots: &[Slot<'_>], target: &Slot<'_>) -> bool {
        let (rows, length, outer, inner) = match (target.shape, target.strides) {
            (&[length], &[inner]) => (1, length, 0, inner),
            (&[rows, length], &[outer, inner]) => (rows, length, outer, inner),
            _ => return false,
        };
        let rank = target.shape.len();
        let is_small = rows.checked_mul(length).is_some_and(|count| 1 < count && count <= MOST);
        let is_in_order = inner == 1 && (rows == 1 || outer > 1);
        if !is_small || !is_in_order || length == 1 || slots.len() > MAX_SLOTS || !is_plain(mode, site, slots, rank) {
            return false;
        }
        (self.rows, self.length) = (rows, length);
        self.set(0, target, outer, inner);
        let (mut reaches, mut columns, mut standing, mut is_apart) = ([false; 2], 1, 0, false);
        let joins_to_target = each_operand(mode, site, slots, rank, |slot, offset, may_stretch| {
            if columns == COLUMNS {
                return false;
            }
            // An axis of length 1 is as good as none.
            let (first, last) = match (slot.shape, slot.strides) {
                (&[own_rows, own], &[outer, inner]) => ((own_rows, outer), (own, inner)),
                (&[own], &[stride]) if offset + 1 == rank => ((1, 0), (own, stride)),
                (&[own], &[stride]) => ((own, stride), (1, 0)),
                (&[], _) => ((1, 0), (1, 0)),
                _ => return false,
            };
            let has = (first.0 == rows, last.0 == length);
            let stretches = (!has.0 && first.0 == 1, !has.1 && last.0 == 1);
            if !((has.0 || stretches.0) && (has.1 || stretches.1)) {
                return false;
            }
            // Axes that an operand lacks stretch in every mode.
            if !may_stretch && (stretches.0 || stretches.1) && slot.shape.len() == rank {
                return false;
            }
            let inner = if has.1 { last.1 } else { 0 };
            standing |= u32::from(inner == 0) << (columns - 1);
            is_apart |= inner >> 1 != 0;
            reaches = [reaches[0] | has.0, reaches[1] | has.1];
            self.set(columns, slot, if has.0 { first.1 } else { 0 }, inner);
            columns += 1;
            true
        });
        (self.columns, self.standing, self.is_apart) = (columns, standing, is_apart);
        match joins_to_target {
            None => false,
            // An axis of the place that no operand has is refused where operands give the result its shape.
            Some(true) => reaches[0] && reaches[1],
            Some(false) => true,
        }
    }

    #[inline(always)]
    fn set(&mut self, column: usize, slot: &Slot<'_>, outer: isize, inner: isize) {
        self.pointers[column] = slot.ptr;
        self.sizes[column] = slot.elem_size;
        // A stride that is never taken may be any number.
        self.outer[column] = if self.rows == 1 { 0 } else { outer.wrapping_mul(slot.elem_size as isize) };
        self.inner[column] = inner;
        let is_run = inner == 1 && (self.rows == 1 || outer == self.length as isize);
        self.in_parts |= u32::from(!is_run) << column;
    }
}
