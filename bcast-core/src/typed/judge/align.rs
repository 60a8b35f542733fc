//! First decision: where an operand's axes lie, and which values of the options are possible, as constants;
//! [`align`](crate::rules::align) once more.

#![allow(clippy::result_large_err, reason = "there is no heap to box a mistake in")]

use super::call::{Call, Own, Shape};
use super::length::Length;
use super::rules::{Map, Mistake};
use crate::report::error::ErrorKind;
use crate::rules::length::Answer;
use crate::rules::mode::Mode;

#[inline]
const fn axis_in_range(axis: i64, rank: usize) -> Option<Mistake> {
    if axis == -1 || axis >= 0 && axis as usize <= rank { None } else { Some(out_of_range(axis, rank)) }
}

#[inline]
const fn out_of_range(axis: i64, greatest: usize) -> Mistake {
    Mistake { value: axis, greatest, ..Mistake::new(ErrorKind::AxisOutOfRange) }
}

#[inline]
const fn axes_in_order(axes: &[i64], rank: usize) -> Option<Mistake> {
    let mut entry = 0;
    while entry < axes.len() {
        let mistake = Mistake { value: axes[entry], operand_axis: entry, ..Mistake::new(ErrorKind::AxesOutOfRange) };
        if axes[entry] < 0 || axes[entry] as usize >= rank {
            return Some(mistake);
        }
        if entry > 0 && axes[entry - 1] >= axes[entry] {
            return Some(Mistake { kind: ErrorKind::AxesNotIncreasing, ..mistake });
        }
        entry += 1;
    }
    None
}

/// The shape of the voter or `to` with this number, `to` being behind the last operand.
#[inline]
const fn voice(call: &Call<'_>, index: usize) -> Option<Shape> {
    if index >= call.count {
        return call.to;
    }
    if call.operands[index].is_array { Some(call.operands[index].shape) } else { None }
}

/// Whether all shapes that vote are identical; `None` if already their ranks differ. To types a name is no other length.
#[inline]
pub const fn identical(call: &Call<'_>) -> Option<Answer> {
    let mut all = None;
    let mut i = 0;
    while i <= call.count {
        // Every pair, since "the same" is not transitive where lengths are open: 3 and N, N and 4.
        let mut k = 0;
        while k <= i {
            if let (Some(one), Some(other)) = (voice(call, i), voice(call, k)) {
                if one.rank != other.rank {
                    return None;
                }
                let mut same = match all {
                    Some(answer) => answer,
                    None => Answer::Yes,
                };
                let mut axis = 0;
                while axis < one.rank {
                    same = same.and(if i == k { Answer::Yes } else { one.lengths[axis].equals(other.lengths[axis]) });
                    axis += 1;
                }
                all = Some(same);
            }
            k += 1;
        }
        i += 1;
    }
    all
}

/// What is wrong with the values of `axis` and `axes`, whatever the operands are.
#[inline]
pub const fn option_values(call: &Call<'_>, rank: usize) -> Option<Mistake> {
    match (call.mode, call.axis, call.axes) {
        (Mode::Pdpd, Some(axis), _) => axis_in_range(axis, rank),
        (Mode::Paddle, Some(axis), _) => {
            if axis == -1 || axis == 0 {
                return None;
            }
            let an_axis = axis >= 0 && (axis as usize) < rank;
            match identical(call) {
                Some(Answer::Yes | Answer::AtRunTime) => None,
                None if an_axis => None,
                Some(Answer::No) => Some(out_of_range(axis, 0)),
                None => Some(out_of_range(axis, rank.saturating_sub(1))),
            }
        }
        (Mode::Explicit, _, Some(axes)) => axes_in_order(axes, rank),
        _ => None,
    }
}

#[inline]
const fn beyond(shape: &Shape, axis: usize, offset: usize, against: Option<Length>) -> Mistake {
    Mistake {
        operand_axis: axis,
        length: shape.lengths[axis],
        against,
        map: Some(Map::at(offset, shape.rank)),
        ..Mistake::new(ErrorKind::BeyondResult)
    }
}

#[inline]
const fn right(shape: &Shape, rank: usize) -> Result<Map, Mistake> {
    if shape.rank > rank {
        return Err(Mistake::new(ErrorKind::RankTooHigh));
    }
    Ok(Map::at(rank - shape.rank, shape.rank))
}

#[inline]
const fn same_rank(shape: &Shape, rank: usize) -> Result<Map, Mistake> {
    if shape.rank == rank { Ok(Map::at(0, rank)) } else { Err(Mistake::new(ErrorKind::RankDiffers)) }
}

/// From `axis` on; what sticks out is dropped if it is 1 and `may_drop`.
#[inline]
const fn at_axis(shape: &Shape, axis: i64, rank: usize, may_drop: bool) -> Result<Map, Mistake> {
    if shape.rank > rank {
        return Err(Mistake::new(ErrorKind::RankTooHigh));
    }
    let offset = if axis < 0 { rank - shape.rank } else { axis as usize };
    let offset = if offset > rank { rank } else { offset };
    let room = rank - offset;
    let (mut axis, mut drops_unknown) = (room, false);
    while axis < shape.rank {
        if !may_drop {
            return Err(beyond(shape, room, offset, None));
        }
        match shape.lengths[axis].equals(Length::ONE) {
            Answer::Yes => {}
            Answer::AtRunTime => drops_unknown = true,
            Answer::No => return Err(beyond(shape, axis, offset, Some(Length::ONE))),
        }
        axis += 1;
    }
    Ok(Map { drops_unknown, ..Map::at(offset, if shape.rank < room { shape.rank } else { room }) })
}

#[inline]
const fn by_axes(shape: &Shape, axes: &[i64]) -> Result<Map, Mistake> {
    if axes.len() != shape.rank {
        return Err(Mistake::new(ErrorKind::AxesCount));
    }
    let mut map = Map::at(0, shape.rank);
    let mut axis = 0;
    while axis < shape.rank {
        map.axes[axis] = axes[axis] as usize;
        axis += 1;
    }
    Ok(map)
}

/// As [`left`](crate::rules::align), where the result's shape decides which vectors may lie on either axis: types take one whose axis the run time
/// sees if the result has the same shape without it.
#[inline]
const fn left(shape: &Shape, frame: &Shape) -> Result<Map, Mistake> {
    let rank = frame.rank;
    if shape.rank > rank {
        return Err(Mistake::new(ErrorKind::RankTooHigh));
    }
    if shape.rank != 1 || rank < 2 {
        return Ok(Map::at(0, shape.rank));
    }
    let (length, outermost, innermost) = (shape.lengths[0], frame.lengths[0], frame.lengths[rank - 1]);
    match length.same(outermost) {
        Answer::Yes => return Ok(Map::at(0, 1)),
        Answer::No => return Ok(Map::at(rank - 1, 1)),
        Answer::AtRunTime => {}
    }
    if length.is(Length::ONE) || outermost.is(Length::ONE) {
        return Ok(Map::at(rank - 1, 1));
    }
    let is_stretched = innermost.is(Length::ONE);
    let is_either = length.is_unknown()
        || innermost.is_unknown()
        || innermost.is(length)
        || outermost.is_unknown()
        || outermost.is_name() && !innermost.is_name();
    if is_either && !is_stretched {
        return Ok(Map::open());
    }
    if !is_stretched && !length.is_name() {
        return Ok(Map::at(rank - 1, 1));
    }
    Err(Mistake { length, against: Some(outermost), ..Mistake::new(ErrorKind::OpenAlignment) })
}

/// First decision: where an operand lies among the axes of the result as far as that is known.
#[inline]
pub const fn align(call: &Call<'_>, operand: usize, frame: &Shape) -> Result<Map, Mistake> {
    let operand = &call.operands[operand];
    let (shape, rank) = (&operand.shape, frame.rank);
    match operand.own {
        Own::ByMode => {}
        Own::Axis(axis) => {
            return match axis_in_range(axis, rank) {
                Some(mistake) => Err(mistake),
                None => at_axis(shape, axis, rank, true),
            };
        }
        Own::Axes(axes) => {
            return match axes_in_order(axes, rank) {
                Some(mistake) => Err(mistake),
                None => by_axes(shape, axes),
            };
        }
    }
    let axis = match call.axis {
        Some(axis) => axis,
        None => -1,
    };
    match call.mode {
        Mode::None => same_rank(shape, rank),
        Mode::Numpy | Mode::Unidirectional | Mode::Bidirectional => right(shape, rank),
        Mode::Pdpd => at_axis(shape, axis, rank, true),
        Mode::Paddle if shape.rank == rank => Ok(Map::at(0, rank)),
        Mode::Paddle => at_axis(shape, axis, rank, false),
        Mode::Explicit => match call.axes {
            Some(axes) => by_axes(shape, axes),
            None => same_rank(shape, rank),
        },
        Mode::Ncnn => left(shape, frame),
    }
}
