//! Plain calls, laid out without the rulebook: those whose arrays all have one shape, and those where one array leads and the others align
//! right to it. [`Run::lay`](crate::plan::small::Run::lay) and [`Loops::lay`](crate::plan::small::Loops::lay) compare every length.

use crate::operand::call_site::CallSite;
use crate::operand::entry::{OperandInfo, OperandKind};
use crate::plan::small::Column;
use crate::rules::axis_map::AxisMap;
use crate::rules::mode::Mode;

/// True if operands of one shape make a result of that shape and all operands may have it: the call has no option, and the mode needs no
/// target. Only the last operand's rank is compared here, which differs most often; [`Run::lay`](crate::plan::small::Run::lay) compares the
/// shapes.
#[inline(always)]
pub(super) fn takes_alike(mode: Mode, site: &CallSite<'_>, infos: &[OperandInfo<'_>], rank: usize) -> bool {
    let is_alike = |last: &OperandInfo<'_>| last.kind != OperandKind::Array || last.shape.len() == rank;
    site.has_no_option() && mode.takes_identical_shapes() && infos.last().is_none_or(is_alike)
}

/// True if the call has no option, aligns right and needs no target.
#[inline(always)]
pub(super) fn lies_right(mode: Mode, site: &CallSite<'_>) -> bool {
    site.has_no_option() && mode.aligns_right() && !mode.needs_target()
}

/// The shape of the leading array, which is the result's if all operands fit it aligned right. `None` if the rulebook must decide.
#[inline(always)]
pub(super) fn leader<'a>(mode: Mode, site: &CallSite<'_>, infos: &[OperandInfo<'a>]) -> Option<&'a [usize]> {
    let mut shapes = columns(infos).map(|array| array.shape);
    let first = shapes.next()?;
    let longest = shapes.fold(first, |longest, shape| if shape.len() > longest.len() { shape } else { longest });
    let leader = if mode.joins() { longest } else { first };
    (lies_right(mode, site) && leader.len() == longest.len()).then_some(leader)
}

/// True if a call fits a place exactly when each operand fits the place aligned right: no rank exceeds the place's, and the
/// place leads, or the first array leads and has the place's shape, or the join of all operands stretches to the place.
#[inline(always)]
pub(super) fn is_led(mode: Mode, site: &CallSite<'_>, infos: &[OperandInfo<'_>], place: &Column<'_>) -> bool {
    lies_right(mode, site)
        && columns(infos).all(|array| array.shape.len() <= place.shape.len())
        && (mode.joins() && mode.result_stretches(false)
            || infos.iter().any(|info| info.kind == OperandKind::Place)
            || columns(infos).next().is_some_and(|first| first.shape == place.shape))
}

/// The arrays with a pointer of their own, aligned right to an output of this rank, which is the highest.
#[inline(always)]
pub(super) fn right<'s, 'a>(
    infos: &'s [OperandInfo<'a>],
    rank: usize,
) -> impl Iterator<Item = (Column<'a>, AxisMap<'a>)> + Clone + use<'s, 'a> {
    columns(infos).map(move |array| (array, AxisMap::right(array.shape.len(), rank).unwrap_or(AxisMap::OPEN)))
}

/// The arrays with a pointer of their own.
#[inline(always)]
pub(super) fn columns<'s, 'a>(infos: &'s [OperandInfo<'a>]) -> impl Iterator<Item = Column<'a>> + Clone + use<'s, 'a> {
    infos.iter().filter(|info| info.kind == OperandKind::Array).map(column)
}

#[inline(always)]
pub(super) fn column<'a>(info: &OperandInfo<'a>) -> Column<'a> {
    Column { pointer: info.ptr, size: info.elem_size, shape: info.shape, strides: info.strides }
}
