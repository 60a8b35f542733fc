//! Calls that are laid out without the whole rulebook: those whose arrays all have one shape, and those whose result has a shape that somebody
//! is known to give it. [`Run::lay`](crate::plan::small::Run::lay) and [`Loops::lay`](crate::plan::small::Loops::lay) compare every length.

use smallvec::SmallVec;

use crate::operand::call_site::CallSite;
use crate::operand::entry::{OperandInfo, OperandKind};
use crate::plan::small::Column;
use crate::rules::axis_map::AxisMap;
use crate::rules::call::{Alignment, Call};
use crate::rules::length::{Answer, Length};
use crate::rules::list::Lent;
use crate::rules::mode::{Mode, OptionName, Role};

#[cfg(test)]
mod tests;

/// True if operands of one shape make a result of that shape and all operands may have it: the call has no option, and the mode needs no
/// target. Only the last operand's rank and innermost length are compared with `shape` here, which differ most often;
/// [`Run::lay`](crate::plan::small::Run::lay) compares all.
#[inline(always)]
pub(super) fn takes_alike(mode: Mode, site: &CallSite<'_>, infos: &[OperandInfo<'_>], shape: &[usize]) -> bool {
    let is_alike = |last: &OperandInfo<'_>| {
        last.kind != OperandKind::Array || last.shape.len() == shape.len() && last.shape.last() == shape.last()
    };
    site.has_no_option() && mode.takes_identical_shapes() && infos.last().is_none_or(is_alike)
}

/// The most entries of an operand list that is aligned here.
pub(super) const FEW: usize = 8;
/// Where the arrays of an operand list lie, constants left out.
pub(super) type Maps<'a> = [Option<AxisMap<'a>>; FEW];

/// Aligns operands to a result of this shape, into `maps`; `is_given` if it is the shape of a place or the join of all. `None` if the
/// rulebook must decide: if nobody is known to give the result this shape, or an option or an alignment may be wrong.
///
/// This is the rulebook's first decision alone. Whoever leads has the very shape, so all that is left of its law is that each operand fits the
/// shape where it lies, which [`Loops::lay`](crate::plan::small::Loops::lay) compares.
#[inline(always)]
pub(super) fn align<'a>(
    mode: Mode,
    site: &CallSite<'a>,
    infos: &[OperandInfo<'_>],
    shape: &[usize],
    is_given: bool,
    maps: &mut Maps<'a>,
) -> Option<()> {
    let votes = |entry: usize| site.own.is_empty() || matches!(site.alignment(entry), Alignment::ByMode);
    let rank = shape.len();
    if infos.len() > FEW || !mode.may_stretch(Role::Other) {
        return None;
    }
    let leader = leader(mode, site, infos, shape, is_given, votes)?;
    let is_plain = site.has_no_option() && mode.aligns_right();
    let call = options(mode, site);
    if !is_plain && !takes_options(&call, site, infos, rank) {
        return None;
    }
    let outermost = shape.first().map_or(Length::ONE, |&length| Length::new(length));
    let mut arrays = 0;
    for (entry, info) in infos.iter().enumerate() {
        let leads = || match leader {
            Leader::Given => false,
            Leader::Join => info.shape.len() == rank && votes(entry),
            Leader::Entry(first) => first == entry,
        };
        let map = match info.kind {
            OperandKind::Constant => continue,
            OperandKind::Place if votes(entry) => AxisMap::at(0, rank),
            OperandKind::Place => return None,
            OperandKind::Array if is_plain => AxisMap::right(info.shape.len(), rank)?,
            OperandKind::Array if leads() => AxisMap::at(0, rank),
            OperandKind::Array => align_array(&call, site.alignment(entry), info.shape, rank, outermost)?,
        };
        maps[arrays] = Some(map);
        arrays += 1;
    }
    Some(())
}

/// The rulebook's first decision about one array.
#[inline(never)]
fn align_array<'a>(
    call: &Call<'a>,
    alignment: Alignment<'a>,
    shape: &[usize],
    rank: usize,
    outermost: Length,
) -> Option<AxisMap<'a>> {
    call.mode.align(call, Length::slice(shape)?, alignment, rank, outermost, &mut Lent::new(&mut []))
}

/// A call that has the options of this one, and no operands.
#[inline(always)]
fn options<'a>(mode: Mode, site: &CallSite<'a>) -> Call<'a> {
    Call { axis: site.axis, axes: site.axes, ..Call::new(mode, &[]) }
}

/// Who gives the result its shape.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Leader {
    /// The target or the place.
    Given,
    /// All that vote, one of which has the very shape.
    Join,
    /// This entry of the list.
    Entry(usize),
}

/// Who gives a result this shape, if somebody is known to.
#[inline(always)]
fn leader(
    mode: Mode,
    site: &CallSite<'_>,
    infos: &[OperandInfo<'_>],
    shape: &[usize],
    is_given: bool,
    votes: impl Fn(usize) -> bool,
) -> Option<Leader> {
    let arrays = || infos.iter().enumerate().filter(|(_, info)| info.kind != OperandKind::Constant);
    let mut voters = arrays().filter(|&(entry, _)| votes(entry));
    let place = infos.iter().find(|info| info.kind == OperandKind::Place);
    if let Some(to) = site.to {
        // A place that is an operand aligns to a target as any operand does, and a base beside one is a mistake.
        if place.is_some() || site.base.is_some() {
            return None;
        }
        let is_shape =
            to.len() == shape.len() && to.iter().zip(shape).all(|(&to, &length)| usize::try_from(to) == Ok(length));
        let leader = if mode.target_stretches() { Leader::Join } else { Leader::Given };
        return is_shape.then_some(leader);
    }
    if mode.needs_target() {
        return (is_given && site.base.is_none() && !mode.target_stretches()).then_some(Leader::Given);
    }
    if place.is_some() {
        return site.base.is_none().then_some(Leader::Given);
    }
    if let Some(base) = site.base {
        let leads = voters.any(|(entry, info)| entry == base && info.shape == shape);
        return (leads && mode.takes(OptionName::Base)).then_some(Leader::Entry(base));
    }
    if !mode.joins() {
        let (first, info) = voters.next()?;
        return (info.shape == shape).then_some(Leader::Entry(first));
    }
    // The join of all stretches to a place, on whose last axes it lies.
    let stretches = is_given && site.own.is_empty() && mode.result_stretches(false);
    (stretches || voters.any(|(_, info)| info.shape == shape)).then_some(Leader::Join)
}

/// True if the mode takes the options, and their values fit any operand of a result of this rank.
#[inline(never)]
fn takes_options(call: &Call<'_>, site: &CallSite<'_>, infos: &[OperandInfo<'_>], rank: usize) -> bool {
    let mode = call.mode;
    // Where alignments depend on each other, the value of an option may as well.
    let depends = mode.aligns_together()
        && site.axis.is_some_and(|axis| axis > 0)
        && columns(infos).all(|array| array.shape.len() == rank);
    (site.axis.is_none() || mode.takes(OptionName::Axis))
        && (site.axes.is_none() || mode.takes(OptionName::Axes))
        && (site.own.is_empty() || mode.takes(OptionName::OwnAxis) && mode.takes(OptionName::OwnAxes))
        && !depends
        && mode.option_values(call, rank, &mut Lent::new(&mut [])).is_some_and(Answer::is_yes)
}

/// A shape for [`align`].
pub(super) struct Likely<'a> {
    pub(super) shape: &'a [usize],
    /// It is the join of all operands.
    pub(super) is_join: bool,
}

/// The shape that a new result has if [`align`] finds out where the operands lie: that of the target, the base, the first array or the longest,
/// or the join of all. A target and a join are written to `memory`.
#[inline(always)]
pub(super) fn likely_shape<'a>(
    mode: Mode,
    site: &CallSite<'_>,
    infos: &[OperandInfo<'a>],
    memory: &'a mut SmallVec<[usize; 8]>,
) -> Option<Likely<'a>> {
    let is_join = mode.joins_last_axes() && site.has_no_option();
    let likely = |shape| Some(Likely { shape, is_join });
    if let Some(to) = site.to {
        memory.extend(to.iter().map(|&length| usize::try_from(length).unwrap_or(usize::MAX)));
        return likely(memory);
    }
    if let Some(base) = site.base {
        return likely(infos.get(base)?.shape);
    }
    if !mode.joins() {
        return likely(columns(infos).next()?.shape);
    }
    likely(if is_join { joined(infos, memory)? } else { longest(infos)? })
}

/// The first shape of the highest rank.
#[inline(always)]
pub(super) fn longest<'a>(infos: &[OperandInfo<'a>]) -> Option<&'a [usize]> {
    let mut shapes = columns(infos).map(|array| array.shape);
    let first = shapes.next()?;
    Some(shapes.fold(first, |longest, shape| if shape.len() > longest.len() { shape } else { longest }))
}

/// The join of arrays whose last axes meet, written to `memory` if it is not that of the first array of the highest rank. Lengths that do not fit
/// are left to be found where the arrays are laid out.
#[inline(always)]
pub(super) fn joined<'a>(infos: &[OperandInfo<'a>], memory: &'a mut SmallVec<[usize; 8]>) -> Option<&'a [usize]> {
    let longest = longest(infos)?;
    let extends =
        |shape: &[usize]| longest.iter().rev().zip(shape.iter().rev()).any(|(&length, &own)| length == 1 && own != 1);
    if !columns(infos).any(|array| extends(array.shape)) {
        return Some(longest);
    }
    memory.extend_from_slice(longest);
    for array in columns(infos) {
        let open = memory.iter_mut().rev().zip(array.shape.iter().rev()).filter(|(length, _)| **length == 1);
        open.for_each(|(length, &own)| *length = own);
    }
    Some(memory)
}

/// True if the strides decrease, whatever gaps are between elements and whatever axes are reversed.
pub(super) fn has_c_order(info: &OperandInfo<'_>) -> bool {
    let axes = info.shape.iter().zip(info.strides).filter(|&(&length, _)| length != 1);
    let mut outer = usize::MAX;
    axes.map(|(_, stride)| stride.unsigned_abs()).all(|stride| {
        let is_less = stride != 0 && stride < outer;
        outer = stride;
        is_less
    })
}

/// The arrays of this rank with a pointer of their own.
pub(super) fn of_rank<'s, 'a>(
    infos: &'s [OperandInfo<'a>],
    rank: usize,
) -> impl Iterator<Item = &'s OperandInfo<'a>> + Clone {
    infos.iter().filter(move |info| info.kind == OperandKind::Array && info.shape.len() == rank)
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
