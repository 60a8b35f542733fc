//! How the arrays of a small call with reductions lie on its frame.

use smallvec::SmallVec;

use super::MOST;
use crate::call::plain::has_c_order;
use crate::call::plain::{column, joined};
use crate::call::reduced::limits::limit;
use crate::call::reduced::resolve::Site;
use crate::operand::entry::{OperandInfo, OperandKind};
use crate::plan::nest::product;
use crate::plan::small::dense;
use crate::rules::call::Alignment;

/// How the arrays of a call lie on its frame, whose shape one of them has, or all together.
#[derive(Clone, Copy)]
pub(super) struct Layout<'a> {
    /// The frame's.
    pub(super) shape: &'a [usize],
    /// Its number of elements.
    pub(super) count: usize,
    /// The place lies on the axes of the result.
    pub(super) is_beside: bool,
    /// All arrays have the frame's shape, and are dense in C order.
    pub(super) are_whole: bool,
    /// All arrays are dense in C order.
    pub(super) are_dense: bool,
    /// No array has the frame's shape: it is the join of all.
    pub(super) is_joined: bool,
    /// A new result has this order, since arrays of its rank have no other in common.
    pub(super) is_in_c_order: bool,
}

impl<'a> Layout<'a> {
    /// `None` if this is left to the other path. A shape that no array has is written to `memory`.
    pub(super) fn new(
        call: &Site<'a>,
        (places, targets): (&[(usize, OperandInfo<'a>)], usize),
        stretches: bool,
        has_own: bool,
        memory: &'a mut SmallVec<[usize; 8]>,
    ) -> Option<Self> {
        let array = |entry: usize, info: &OperandInfo<'a>| match info.kind {
            OperandKind::Constant => Some(None),
            OperandKind::Array => Some(Some(*info)),
            OperandKind::Place => places.iter().find(|place| place.0 == entry).map(|(_, place)| Some(*place)),
        };
        let is_voter = |entry: usize| !has_own || call.site.alignment(entry) == Alignment::ByMode;
        let (mut frame, mut are_whole): (Option<&[usize]>, bool) = (None, !has_own);
        for (entry, info) in call.infos.iter().enumerate() {
            let Some(array) = array(entry, info)? else { continue };
            let is_alike = frame.is_some_and(|frame| is_same(array.shape, frame));
            are_whole &= (is_alike || frame.is_none()) && is_dense(&array);
            if !is_alike && is_voter(entry) && frame.is_none_or(|frame| is_larger(array.shape, frame)) {
                frame = Some(array.shape);
            }
        }
        let mut shape = frame?;
        if !are_whole && stretches && !has_own && places.is_empty() {
            shape = joined(call.infos, memory)?;
        }
        let count = product(shape);
        let is_beside = matches!(places, [(_, place)] if targets == 1 && place.shape.len() < shape.len());
        let fit = is_beside || places.iter().all(|(_, place)| is_same(place.shape, shape));
        if count == 0 || count > limit(MOST) || !fit {
            return None;
        }
        let whole =
            Layout { shape, count, is_beside, are_whole, are_dense: true, is_joined: false, is_in_c_order: true };
        if are_whole {
            return Some(whole);
        }
        let (mut are_dense, mut is_joined, mut is_in_c_order, mut others_are) = (true, true, false, true);
        for (entry, info) in call.infos.iter().enumerate() {
            let Some(array) = array(entry, info)?.filter(|_| info.kind == OperandKind::Array || !is_beside) else {
                continue;
            };
            let is_dense = is_dense(&array);
            let is_ordered = is_dense || has_c_order(&array);
            are_dense &= is_dense;
            if is_voter(entry) && is_same(array.shape, shape) {
                (is_joined, is_in_c_order) = (false, is_in_c_order || is_ordered);
            } else if stretches && fits(call, entry, &array, shape) {
                others_are &= is_ordered || array.shape.len() < 2;
            } else {
                return None;
            }
        }
        let is_in_c_order = (is_in_c_order || is_joined) && others_are;
        Some(Layout { are_dense, is_joined, is_in_c_order, ..whole })
    }
}

/// True for equal shapes. A loop, since they are shorter than a call of a function that compares memory.
#[inline(always)]
pub(crate) fn is_same(one: &[usize], other: &[usize]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(length, other)| length == other)
}

/// True for an array of elements one after the other, in C order.
#[inline(always)]
pub(crate) fn is_dense(info: &OperandInfo<'_>) -> bool {
    dense(&column(info)).is_some()
}

/// True if a shape is of a higher rank, or of the same one with more elements.
pub(super) fn is_larger(one: &[usize], other: &[usize]) -> bool {
    one.len() > other.len() || one.len() == other.len() && product(one) > product(other)
}

/// The axis of the frame on which an array's first axis lies.
pub(super) fn offset(call: &Site<'_>, entry: usize, own: usize, rank: usize) -> Option<usize> {
    match call.site.alignment(entry) {
        Alignment::Axis(axis) if axis >= 0 => usize::try_from(axis).ok().filter(|&axis| axis + own <= rank),
        Alignment::Axes(_) => None,
        _ => rank.checked_sub(own),
    }
}

/// True if each axis of the array has the frame's length or 1.
pub(super) fn fits(call: &Site<'_>, entry: usize, info: &OperandInfo<'_>, shape: &[usize]) -> bool {
    let Some(offset) = offset(call, entry, info.shape.len(), shape.len()) else { return false };
    info.shape.iter().zip(&shape[offset..]).all(|(&own, &length)| own == length || own == 1)
}
