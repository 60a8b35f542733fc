//! Most calls, resolved and planned in one pass over the axes: operands that lie side by side from one axis on, in few loops.
//!
//! The rulebook says the same of these calls, and takes several times as long, which counts where arrays are small. Nothing is
//! refused here: what is not plainly right, or not plain, is left to the rulebook.

use smallvec::SmallVec;

use crate::call::call_site::Site;
use crate::operand::entry::{Slot, SlotKind};
use crate::rules::mode::Mode;
use crate::rules::stated::Entry;

pub(crate) mod plane;
#[cfg(test)]
pub(crate) mod tests;

pub(crate) use plane::Plane;

/// The output and so many operands.
pub(crate) const COLUMNS: usize = 8;
/// So many loops, after those that every array steps evenly through have become one.
pub(crate) const DEPTH: usize = 3;
/// A call's entries, constants included.
const MAX_SLOTS: usize = 12;
/// The names of a `where` clause.
const MAX_NAMES: usize = 16;
/// The output's rank.
const MAX_RANK: usize = 6;

/// Whether the shapes that the call's `where` clause states are plainly the real ones: every literal is the length, no name and no value
/// stands for two lengths, and none for 1, of which the rulebook says whether it stretches.
#[inline]
pub(crate) fn states_right(site: &Site<'_>, slots: &[Slot<'_>], place: Option<&Slot<'_>>) -> bool {
    let Some(stated) = &site.stated else { return true };
    let mut lengths = [0; MAX_NAMES];
    for statement in stated.shapes {
        let slot = statement.operand.map_or(place, |operand| slots.get(operand));
        let slot = slot.and_then(|slot| if slot.kind == SlotKind::Place { place } else { Some(slot) });
        let Some(slot) = slot else { return false };
        if slot.shape.len() != statement.entries.len() {
            return false;
        }
        for (entry, &length) in statement.entries.iter().zip(slot.shape) {
            let right = match *entry {
                Entry::Known(known) => known == length,
                Entry::Open => true,
                Entry::Value(value) => {
                    length != 1 && stated.symbols.values.get(value as usize).is_some_and(|&value| value == length)
                }
                Entry::Symbol(name) => match lengths.get_mut(name as usize) {
                    Some(known @ 0) => {
                        *known = length;
                        length > 1
                    }
                    Some(known) => *known == length,
                    None => false,
                },
            };
            if !right {
                return false;
            }
        }
    }
    true
}

/// The pointers of arrays that are alike in shape and memory, the output's first, and the number of their elements: one loop.
pub(crate) struct Run {
    pub(crate) pointers: [*const u8; COLUMNS],
    pub(crate) count: usize,
}

impl Run {
    /// The loop of a call that writes to `target`, if it is this one.
    #[inline]
    pub(crate) fn of(mode: Mode, site: &Site<'_>, slots: &[Slot<'_>], target: &Slot<'_>) -> Option<Self> {
        if !site.is_plain() || site.axis.is_some() || !mode.takes_identical_shapes() {
            return None;
        }
        let (shape, strides) = (target.shape, &target.strides[..target.shape.len()]);
        let mut count = 1_usize;
        let mut axis = shape.len();
        while axis > 0 {
            axis -= 1;
            if strides[axis] != count as isize && shape[axis] != 1 {
                return None;
            }
            count = count.checked_mul(shape[axis])?;
        }
        let mut pointers = [target.ptr; COLUMNS];
        let mut column = 0;
        for slot in slots {
            if slot.kind != SlotKind::Array {
                continue;
            }
            column += 1;
            if slot.shape.len() != shape.len() || slot.strides.len() != shape.len() || column == COLUMNS {
                return None;
            }
            for axis in 0..shape.len() {
                if slot.shape[axis] != shape[axis] || slot.strides[axis] != strides[axis] {
                    return None;
                }
            }
            pointers[column] = slot.ptr;
        }
        // Elements without size may be more than the rulebook lets pass.
        (count != 0 && count <= isize::MAX as usize).then_some(Run { pointers, count })
    }
}

/// The loops of a call, innermost first.
pub(crate) struct Loops {
    /// The output's strides and those of the operands that are read, by the output's axes: 0 where an operand is stretched.
    columns: SmallVec<[Column; COLUMNS]>,
    depth: usize,
    lengths: [usize; DEPTH],
    /// Which axis each loop steps along.
    axes: [usize; DEPTH],
}

/// An array and its strides.
#[derive(Clone, Copy)]
pub(crate) struct Column {
    pub(crate) pointer: *const u8,
    /// The size of an element.
    pub(crate) size: usize,
    /// In elements.
    strides: [isize; MAX_RANK],
}

/// A result's shape and the strides of its memory, in C order.
pub(crate) struct NewShape {
    rank: usize,
    lengths: [usize; MAX_RANK],
    strides: [isize; MAX_RANK],
}

impl NewShape {
    pub(crate) fn shape(&self) -> &[usize] {
        &self.lengths[..self.rank]
    }

    pub(crate) fn strides(&self) -> &[isize] {
        &self.strides[..self.rank]
    }

    /// Whether a result that follows its operands' order is in C order. Only an operand of the result's rank that is F- and not
    /// C-contiguous speaks for the other, and it has two axes that are longer than 1.
    pub(crate) fn follows_c_order(&self, slots: &[Slot<'_>]) -> bool {
        let mut for_f = false;
        for array in slots.iter().filter(|slot| slot.kind == SlotKind::Array && slot.shape.len() == self.rank) {
            let mut long = array.shape.iter().zip(array.strides).filter(|(length, _)| **length != 1);
            if let (Some((_, &first)), Some(_)) = (long.next(), long.next()) {
                if first != 1 {
                    return true;
                }
                for_f = true;
            }
        }
        !for_f
    }
}

/// Whether the call has no option but an `axis` that its mode takes and that is one of `rank` axes.
#[inline(always)]
fn is_plain(mode: Mode, site: &Site<'_>, slots: &[Slot<'_>], rank: usize) -> bool {
    let has_axis = |axis: i64| match mode {
        Mode::Pdpd => axis == -1 || usize::try_from(axis).is_ok_and(|axis| axis < rank),
        // Where all ranks are equal, the axis must be one of those that mean nothing, unless all shapes are identical.
        Mode::Paddle if axis == -1 || axis == 0 => true,
        Mode::Paddle => {
            let shorter = |slot: &Slot<'_>| slot.kind == SlotKind::Array && slot.shape.len() < rank;
            usize::try_from(axis).is_ok_and(|axis| axis < rank) && slots.iter().any(shorter)
        }
        _ => false,
    };
    site.is_plain() && site.axis.is_none_or(has_axis)
}

/// Where an operand of `own` axes sits in an output of `rank` axes, of which `axis` is one, as [`Mode::align`] says; `None` if it does
/// not sit there with all its axes.
#[inline(always)]
fn offset(mode: Mode, axis: Option<i64>, own: usize, rank: usize) -> Option<usize> {
    let end = rank.checked_sub(own)?;
    match mode {
        Mode::Numpy | Mode::Unidirectional => Some(end),
        Mode::None | Mode::Paddle if end == 0 => Some(0),
        Mode::Pdpd | Mode::Paddle => match axis {
            None | Some(-1) => Some(end),
            Some(axis) => usize::try_from(axis).ok().filter(|&axis| axis <= end),
        },
        _ => None,
    }
}

/// Hands each operand that is read to `add`, with the first axis of an output of `rank` axes at which it sits and whether it may stretch
/// along them. `None` if `add` says no, or if this is a call for the rulebook; else whether an axis must be one that some operand has in
/// full.
#[inline(always)]
fn each_operand(
    mode: Mode,
    site: &Site<'_>,
    slots: &[Slot<'_>],
    rank: usize,
    mut add: impl FnMut(&Slot<'_>, usize, bool) -> bool,
) -> Option<bool> {
    // A place that is an operand gives the result its shape, and every other operand stretches to it.
    let place_leads = slots.iter().any(|slot| slot.kind == SlotKind::Place);
    let mut first_leads = !place_leads && matches!(mode, Mode::Unidirectional | Mode::Pdpd | Mode::None);
    // Elsewhere the result is whatever it is to be.
    let joins_to_target = !place_leads && mode == Mode::Paddle;
    let (mut is_longest, mut is_alone) = (!joins_to_target, true);
    let takes_the_end = matches!(mode, Mode::Numpy | Mode::Unidirectional)
        || (matches!(mode, Mode::Pdpd | Mode::Paddle) && site.axis.is_none_or(|axis| axis == -1));
    for slot in slots {
        if slot.kind != SlotKind::Array {
            continue;
        }
        let (own_rank, mut may_stretch) = (slot.shape.len(), mode != Mode::None);
        let offset = if first_leads {
            // Here the result stretches to no place.
            (first_leads, may_stretch) = (false, false);
            if own_rank == rank { Some(0) } else { None }
        } else if takes_the_end {
            rank.checked_sub(own_rank)
        } else {
            offset(mode, site.axis, own_rank, rank)
        };
        is_longest |= own_rank == rank;
        is_alone = false;
        if !add(slot, offset?, may_stretch) {
            return None;
        }
    }
    // Alone a place gives the result its shape, where a place can.
    let is_led = is_longest && (!is_alone || (place_leads && !mode.target_stretches()));
    is_led.then_some(joins_to_target)
}

/// The shape of the result of these operands.
pub(crate) fn new_shape(mode: Mode, site: &Site<'_>, slots: &[Slot<'_>]) -> Option<NewShape> {
    let arrays = || slots.iter().filter(|slot| slot.kind == SlotKind::Array);
    let lead = match mode {
        Mode::Numpy | Mode::Paddle => arrays().max_by_key(|array| array.shape.len())?,
        _ => arrays().next()?,
    };
    let rank = lead.shape.len();
    if rank > MAX_RANK || !is_plain(mode, site, slots, rank) {
        return None;
    }
    let mut shape = NewShape { rank, lengths: [1; MAX_RANK], strides: [0; MAX_RANK] };
    shape.lengths[..rank].copy_from_slice(lead.shape);
    if matches!(mode, Mode::Numpy | Mode::Paddle) {
        for array in arrays() {
            let offset = offset(mode, site.axis, array.shape.len(), rank)?;
            for (length, &own) in shape.lengths[offset..rank].iter_mut().zip(array.shape) {
                if *length == 1 {
                    *length = own;
                }
            }
        }
    }
    let mut next = 1_usize;
    for axis in (0..rank).rev() {
        shape.strides[axis] = next as isize;
        next = next.checked_mul(shape.lengths[axis])?;
    }
    Some(shape)
}

impl Loops {
    /// None yet.
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Loops { columns: SmallVec::new(), depth: 0, lengths: [1; DEPTH], axes: [0; DEPTH] }
    }

    /// Lays out the loops of a call that writes to `target`, into the fresh `self`, since they are large to hand on; false if this is a
    /// call for the rulebook.
    #[must_use]
    pub(crate) fn lay(&mut self, mode: Mode, site: &Site<'_>, slots: &[Slot<'_>], target: &Slot<'_>) -> bool {
        let rank = target.shape.len();
        if rank > MAX_RANK || slots.len() > MAX_SLOTS || !is_plain(mode, site, slots, rank) {
            return false;
        }
        let column = self.add(target);
        for (axis, &stride) in target.strides.iter().enumerate() {
            column.strides[axis] = stride;
        }
        let mut reached = 0_u32;
        let joins_to_target = each_operand(mode, site, slots, rank, |slot, offset, may_stretch| {
            if self.columns.len() == COLUMNS {
                return false;
            }
            let column = self.add(slot);
            for (own, (&length, &stride)) in slot.shape.iter().zip(slot.strides).enumerate() {
                let axis = offset + own;
                if length == target.shape[axis] {
                    column.strides[axis] = stride;
                    reached |= 1 << axis;
                } else if length != 1 || !may_stretch {
                    return false;
                }
            }
            true
        });
        match joins_to_target {
            None => false,
            Some(true) => self.join(target.shape, reached),
            Some(false) => self.join(target.shape, u32::MAX),
        }
    }

    /// One column more. Its strides are written where they stay: what was written one by one is slow to read as a whole.
    #[inline(always)]
    fn add(&mut self, slot: &Slot<'_>) -> &mut Column {
        let index = self.columns.len();
        self.columns.push(Column { pointer: slot.ptr, size: slot.elem_size, strides: [0; MAX_RANK] });
        &mut self.columns[index]
    }

    /// Makes loops of the axes, of as many as possible one; false if they are too many, or not in order.
    fn join(&mut self, shape: &[usize], reached: u32) -> bool {
        let mut below = 0;
        let mut axis = shape.len();
        while axis > 0 {
            axis -= 1;
            let length = shape[axis];
            if length == 1 {
                continue;
            }
            // There is nothing to compute where a length is 0. Outputs in another order than C are sorted by the plan.
            let step = self.columns[0].strides[axis];
            if length == 0 || step <= below || reached & 1 << axis == 0 {
                return false;
            }
            below = step;
            if self.depth > 0 {
                let (inner, inner_length) = (self.axes[self.depth - 1], self.lengths[self.depth - 1]);
                let even =
                    |column: &Column| column.strides[axis] == column.strides[inner].wrapping_mul(inner_length as isize);
                if self.columns.iter().all(even) {
                    // Only elements without size are more than can be counted, and those are left to the plan.
                    let Some(joined) = inner_length.checked_mul(length) else { return false };
                    self.lengths[self.depth - 1] = joined;
                    continue;
                }
            }
            if self.depth == DEPTH {
                return false;
            }
            (self.lengths[self.depth], self.axes[self.depth]) = (length, axis);
            self.depth += 1;
        }
        let count = self.lengths.iter().try_fold(1_usize, |count, &length| count.checked_mul(length));
        count.is_some_and(|count| count <= isize::MAX as usize)
    }

    /// The output, then the operands that are read.
    #[inline(always)]
    pub(crate) fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// Gives the output its memory.
    pub(crate) fn write_to(&mut self, output: *mut u8) {
        self.columns[0].pointer = output;
    }

    /// The stride of a column along a loop, in elements; 1 along no loop.
    #[inline(always)]
    pub(crate) fn stride(&self, column: &Column, level: usize) -> isize {
        if level < self.depth { column.strides[self.axes[level]] } else { 1 }
    }

    /// The number of loops.
    pub(crate) fn depth(&self) -> usize {
        self.depth
    }

    /// How often a loop runs.
    #[inline(always)]
    pub(crate) fn length(&self, level: usize) -> usize {
        if level < self.depth { self.lengths[level] } else { 1 }
    }

    /// The number of elements.
    #[inline]
    pub(crate) fn count(&self) -> usize {
        self.lengths[0] * self.lengths[1] * self.lengths[2]
    }
}
