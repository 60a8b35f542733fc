//! Aligns one operand to an output: the placements out of which the modes build their first decision.

use crate::rules::axis_map::AxisMap;
use crate::rules::call::{Alignment, Call, Party};
use crate::rules::length::{Answer, Length};
use crate::rules::list::{Lent, each};
use crate::rules::mistake::{ErrorKind, Mistake};

/// An operand's axis map; `None` if it cannot be aligned, with the mistake in `mistakes`.
type Aligned<'a> = Option<AxisMap<'a>>;

#[cold]
const fn refused<'a>(kind: ErrorKind, mistakes: &mut Lent<'_, Mistake>) -> Aligned<'a> {
    mistakes.push(Mistake::new(kind));
    None
}

/// Right alignment: the innermost axes meet, and missing axes are outermost ("prepended" in ONNX's and OpenVINO's broadcast rules).
#[inline(always)]
pub(super) const fn right<'a>(shape: &[Length], rank: usize, mistakes: &mut Lent<'_, Mistake>) -> Aligned<'a> {
    match AxisMap::right(shape.len(), rank) {
        Some(map) => Some(map),
        None => refused(ErrorKind::RankTooHigh, mistakes),
    }
}

/// Equal ranks, axis on axis.
#[inline(always)]
pub(super) const fn same_rank<'a>(shape: &[Length], rank: usize, mistakes: &mut Lent<'_, Mistake>) -> Aligned<'a> {
    if shape.len() == rank { Some(AxisMap::at(0, rank)) } else { refused(ErrorKind::RankDiffers, mistakes) }
}

/// The output axis of the first of `own` axes placed at `axis`; -1 aligns the last axes.
#[inline(always)]
const fn offset(axis: i64, own: usize, rank: usize) -> usize {
    if axis < 0 { rank - own } else { axis as usize }
}

/// Places the first axis at `axis`; -1 aligns the last axes. With `drops_ones`, trailing axes of length 1 beyond the output are dropped.
///
/// OpenVINO's broadcast rules, PDPD 1 to 5, drop them; -1 counts the rank before anything is dropped. PaddlePaddle's behaviour is undefined
/// where an axis falls beyond the output, so paddle refuses that.
#[inline(always)]
pub(super) const fn at_axis<'a>(
    shape: &[Length],
    axis: i64,
    rank: usize,
    drops_ones: bool,
    mistakes: &mut Lent<'_, Mistake>,
) -> Aligned<'a> {
    if shape.len() > rank {
        return refused(ErrorKind::RankTooHigh, mistakes);
    }
    let offset = offset(axis, shape.len(), rank);
    let room = rank - offset;
    if shape.len() <= room {
        Some(AxisMap::at(offset, shape.len()))
    } else if drops_ones {
        at_axis_dropping(shape, offset, room, mistakes)
    } else {
        mistakes.push(beyond(shape, room, offset));
        None
    }
}

#[inline(never)]
const fn at_axis_dropping<'a>(
    shape: &[Length],
    offset: usize,
    room: usize,
    mistakes: &mut Lent<'_, Mistake>,
) -> Aligned<'a> {
    let mut map = AxisMap::at(offset, room);
    each!(behind < shape.len() - room, {
        match shape[room + behind].equals(Length::ONE) {
            Answer::Yes => {}
            Answer::AtRunTime => map.drops_open = true,
            Answer::No => {
                mistakes.push(Mistake { against: Some(Length::ONE), ..beyond(shape, room + behind, offset) });
                return None;
            }
        }
    });
    Some(map)
}

#[cold]
const fn beyond(shape: &[Length], axis: usize, offset: usize) -> Mistake {
    Mistake {
        operand_axis: Some(axis),
        length: Some(shape[axis]),
        offset: Some(offset),
        ..Mistake::new(ErrorKind::BeyondResult)
    }
}

/// Axis `i` sits at `axes[i]` (OpenVINO Broadcast-1: one entry for each axis of the data).
#[inline(always)]
pub(super) const fn by_axes<'a>(shape: &[Length], axes: &'a [i64], mistakes: &mut Lent<'_, Mistake>) -> Aligned<'a> {
    // The caller has checked the entries with `listed_axes`.
    match *axes {
        _ if axes.len() != shape.len() => refused(ErrorKind::AxesCount, mistakes),
        [axis] => Some(AxisMap::at(axis as usize, 1)),
        _ => Some(AxisMap::list(axes)),
    }
}

/// An operand with its own `axis(path)` or `axes(path)`; with `any_order` its axes may be transposed.
#[inline(always)]
pub(super) const fn own<'a>(
    shape: &[Length],
    alignment: Alignment<'a>,
    rank: usize,
    any_order: bool,
    mistakes: &mut Lent<'_, Mistake>,
) -> Aligned<'a> {
    let mistake = match alignment {
        Alignment::ByMode => None,
        Alignment::Axis(axis) => axis_in_range(axis, rank),
        Alignment::Axes(axes) => listed_axes(axes, rank, any_order),
    };
    match (mistake, alignment) {
        (Some(mistake), _) => {
            mistakes.push(mistake);
            None
        }
        (None, Alignment::ByMode) => right(shape, rank, mistakes),
        (None, Alignment::Axis(axis)) => at_axis(shape, axis, rank, true, mistakes),
        (None, Alignment::Axes(axes)) => by_axes(shape, axes, mistakes),
    }
}

/// Left alignment: the outermost axes meet. An operand of rank 1 lies outermost only if it has the outermost length, else innermost.
///
/// ncnn's BinaryOp: "broadcast B for inner axis" in its own order [w, h, d, c], and "with 1 dimension rank for outer axis".
#[inline(never)]
pub(super) const fn left<'a>(
    shape: &[Length],
    rank: usize,
    outermost: Length,
    mistakes: &mut Lent<'_, Mistake>,
) -> Aligned<'a> {
    if shape.len() > rank {
        return refused(ErrorKind::RankTooHigh, mistakes);
    }
    if shape.len() != 1 || rank < 2 {
        return Some(AxisMap::at(0, shape.len()));
    }
    match shape[0].same(outermost) {
        Answer::Yes => Some(AxisMap::at(0, 1)),
        Answer::No => Some(AxisMap::at(rank - 1, 1)),
        // A 1 reads the same at either axis, and only a 1 fits an outermost 1.
        Answer::AtRunTime if shape[0].is(Length::ONE) || outermost.is(Length::ONE) => Some(AxisMap::at(rank - 1, 1)),
        Answer::AtRunTime if shape[0].is_symbol() => {
            mistakes.push(Mistake {
                operand_axis: Some(0),
                length: Some(shape[0]),
                against: Some(outermost),
                ..Mistake::new(ErrorKind::OpenAlignment)
            });
            None
        }
        Answer::AtRunTime => Some(AxisMap::OPEN),
    }
}

/// Accepts -1 up to the output's rank; at the rank itself only a scalar fits.
#[inline(always)]
pub(super) const fn axis_in_range(axis: i64, rank: usize) -> Option<Mistake> {
    if axis == -1 || axis >= 0 && axis as u64 <= rank as u64 { None } else { Some(out_of_range(rank)) }
}

#[cold]
const fn out_of_range(greatest: usize) -> Mistake {
    Mistake { greatest: Some(greatest), ..Mistake::new(ErrorKind::AxisOutOfRange) }
}

/// The entries must be axes of the output, each listed once, and strictly increase so that nothing is transposed, unless in `any_order`.
#[inline(never)]
pub(super) const fn listed_axes(axes: &[i64], rank: usize, any_order: bool) -> Option<Mistake> {
    each!(entry < axes.len(), {
        let axis = axes[entry];
        if axis < 0 || axis as u64 >= rank as u64 {
            return Some(entry_mistake(ErrorKind::AxesOutOfRange, entry, axis));
        }
        each!(earlier < entry, {
            if axes[earlier] == axis || axes[earlier] > axis && !any_order {
                return Some(entry_mistake(ErrorKind::AxesNotIncreasing, entry, axis));
            }
        });
    });
    None
}

#[cold]
const fn entry_mistake(kind: ErrorKind, entry: usize, value: i64) -> Mistake {
    Mistake { value: Some(value), operand_axis: Some(entry), ..Mistake::new(kind) }
}

/// PaddlePaddle's range of `axis`: any value if all shapes are identical, -1 or 0 if all ranks are equal, else any axis of the longest
/// shape.
#[inline(never)]
pub(super) const fn paddle_axis(
    call: &Call<'_>,
    axis: i64,
    rank: usize,
    mistakes: &mut Lent<'_, Mistake>,
) -> Option<Answer> {
    let is_axis = axis >= 0 && (axis as u64) < rank as u64;
    if axis == -1 || axis == 0 || call.operands.is_empty() && is_axis {
        return Some(Answer::Yes);
    }
    let greatest = match identical_shapes(call) {
        Some(Answer::No) => 0,
        Some(answer) => return Some(answer),
        None if is_axis => return Some(Answer::Yes),
        None => rank.saturating_sub(1),
    };
    mistakes.push(out_of_range(greatest));
    None
}

/// Compares the shapes of all voters; `None` if their ranks differ or nobody votes.
const fn identical_shapes(call: &Call<'_>) -> Option<Answer> {
    if call.operands.is_empty() {
        return None;
    }
    // `to` counts as a voter.
    let count = call.operands.len() + call.to.is_some() as usize;
    let mut all = Answer::Yes;
    each!(one < count, {
        let shape = voter(call, one);
        // Every pair, since equality is not transitive where lengths are open: 3 and N, N and 4.
        each!(other < one, {
            let against = voter(call, other);
            if against.len() != shape.len() {
                return None;
            }
            each!(axis < shape.len(), {
                all = all.and(shape[axis].same(against[axis]));
            });
        });
    });
    Some(all)
}

const fn voter<'a>(call: &Call<'a>, index: usize) -> &'a [Length] {
    call.shape(if index < call.operands.len() { Party::Operand(index) } else { Party::To })
}
