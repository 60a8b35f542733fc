//! The ways of aligning one operand to an output, in which the modes' first decisions are written.

use alloc::boxed::Box;

use smallvec::SmallVec;

use crate::report::error::{ErrorKind, Mistake};
use crate::rules::axis_map::AxisMap;
use crate::rules::call::Call;
use crate::rules::length::{Answer, Extent};

/// Where an operand sits, and whether an axis that is dropped must turn out to have length 1.
#[derive(Debug)]
pub(crate) struct Aligned {
    /// The operand's axes in the output.
    pub map: AxisMap,
    /// Whether a dropped axis is known to have length 1.
    pub dropped: Answer,
}

impl Aligned {
    /// Side by side from `offset`, nothing dropped.
    #[inline(always)]
    pub fn at(offset: usize, rank: usize) -> Self {
        Self { map: AxisMap::at(offset, rank), dropped: Answer::Yes }
    }
}

/// The innermost axes meet; missing axes are outermost ("prepended", ONNX's and OpenVINO's broadcast rules).
#[inline(always)]
pub(crate) fn right<L: Extent>(shape: &[L], rank: usize) -> Result<Aligned, Box<Mistake>> {
    match rank.checked_sub(shape.len()) {
        Some(offset) => Ok(Aligned::at(offset, shape.len())),
        None => Err(Mistake::boxed(ErrorKind::RankTooHigh)),
    }
}

/// Axis on axis.
#[inline]
pub(crate) fn same_rank<L: Extent>(shape: &[L], rank: usize) -> Result<Aligned, Box<Mistake>> {
    if shape.len() == rank { Ok(Aligned::at(0, rank)) } else { Err(Mistake::boxed(ErrorKind::RankDiffers)) }
}

/// The first axis sits at `axis`, or with -1 the last at the last; trailing axes of length 1 past the output are dropped.
///
/// OpenVINO's broadcast rules, PDPD 1 to 5; -1 counts the rank before anything is dropped.
#[inline]
pub(crate) fn at_axis<L: Extent>(shape: &[L], axis: i64, rank: usize) -> Result<Aligned, Box<Mistake>> {
    if shape.len() > rank {
        return Err(Mistake::boxed(ErrorKind::RankTooHigh));
    }
    let offset = usize::try_from(axis).unwrap_or(rank - shape.len()).min(rank);
    let kept = shape.len().min(rank - offset);
    let mut dropped = Answer::Yes;
    for (i, length) in shape.iter().enumerate().skip(kept) {
        match length.equals(L::ONE) {
            Answer::Yes => {}
            Answer::AtRunTime => dropped = Answer::AtRunTime,
            Answer::No => {
                let against = Some(L::ONE.length());
                return Err(Mistake { against, ..beyond(shape, i, offset) }.into());
            }
        }
    }
    Ok(Aligned { map: AxisMap::at(offset, kept), dropped })
}

#[cold]
fn beyond<L: Extent>(shape: &[L], axis: usize, offset: usize) -> Mistake {
    Mistake {
        operand_axis: Some(axis),
        length: Some(shape[axis].length()),
        map: Some(AxisMap::at(offset, shape.len())),
        ..Mistake::new(ErrorKind::BeyondResult)
    }
}

/// As [`at_axis`], but nothing may fall past the output: there PaddlePaddle's own answer is undefined, so here it is refused.
#[inline]
pub(crate) fn wholly_at_axis<L: Extent>(shape: &[L], axis: i64, rank: usize) -> Result<Aligned, Box<Mistake>> {
    if shape.len() > rank {
        return Err(Mistake::boxed(ErrorKind::RankTooHigh));
    }
    let offset = usize::try_from(axis).unwrap_or(rank - shape.len()).min(rank);
    match rank - offset {
        room if shape.len() <= room => Ok(Aligned::at(offset, shape.len())),
        room => Err(beyond(shape, room, offset).into()),
    }
}

/// Axis `i` sits at `axes[i]` (OpenVINO Broadcast-1: one entry for each axis of the data).
#[inline]
pub(crate) fn by_axes<L: Extent>(shape: &[L], axes: &[i64]) -> Result<Aligned, Box<Mistake>> {
    if axes.len() != shape.len() {
        return Err(Mistake::boxed(ErrorKind::AxesCount));
    }
    // The entries are in range: `axes_in_order` has been asked.
    let axes: SmallVec<[usize; 8]> = axes.iter().map(|&axis| axis as usize).collect();
    Ok(Aligned { map: AxisMap::list(&axes), dropped: Answer::Yes })
}

/// The outermost axes meet; an operand of rank 1 sits there only if it has the outermost length, else innermost.
///
/// ncnn's BinaryOp: "broadcast B for inner axis" in its own order [w, h, d, c], and "with 1 dimension rank for outer axis".
#[inline]
pub(crate) fn left<L: Extent>(shape: &[L], rank: usize, outermost: L) -> Result<Aligned, Box<Mistake>> {
    if shape.len() > rank {
        return Err(Mistake::boxed(ErrorKind::RankTooHigh));
    }
    if shape.len() != 1 || rank < 2 {
        return Ok(Aligned::at(0, shape.len()));
    }
    match shape[0].same(outermost) {
        Answer::Yes => Ok(Aligned::at(0, 1)),
        Answer::No => Ok(Aligned::at(rank - 1, 1)),
        // A 1 reads the same wherever it sits, and nothing but a 1 can meet an outermost 1.
        Answer::AtRunTime if shape[0] == L::ONE || outermost == L::ONE => Ok(Aligned::at(rank - 1, 1)),
        Answer::AtRunTime if shape[0].is_symbol() => Err(Mistake {
            operand_axis: Some(0),
            length: Some(shape[0].length()),
            against: Some(outermost.length()),
            ..Mistake::new(ErrorKind::OpenAlignment)
        }
        .into()),
        Answer::AtRunTime => Ok(Aligned { map: AxisMap::open(), dropped: Answer::Yes }),
    }
}

/// An axis that some operand could sit at: from -1 to the rank itself, where a scalar still fits.
#[inline]
pub(crate) fn axis_in_range(axis: i64, rank: usize) -> Result<(), Box<Mistake>> {
    let fits = axis == -1 || usize::try_from(axis).is_ok_and(|axis| axis <= rank);
    if fits { Ok(()) } else { Err(out_of_range(rank)) }
}

#[cold]
fn out_of_range(greatest: usize) -> Box<Mistake> {
    Box::new(Mistake { greatest: Some(greatest), ..Mistake::new(ErrorKind::AxisOutOfRange) })
}

/// Axes that are all in the output and increase strictly: the target is never transposed, and no axis meets two.
#[inline]
pub(crate) fn axes_in_order(axes: &[i64], rank: usize) -> Result<(), Box<Mistake>> {
    for (i, &axis) in axes.iter().enumerate() {
        let mistake = |kind| Box::new(Mistake { value: Some(axis), operand_axis: Some(i), ..Mistake::new(kind) });
        if !usize::try_from(axis).is_ok_and(|axis| axis < rank) {
            return Err(mistake(ErrorKind::AxesOutOfRange));
        }
        if i > 0 && axes[i - 1] >= axis {
            return Err(mistake(ErrorKind::AxesNotIncreasing));
        }
    }
    Ok(())
}

/// PaddlePaddle's range of `axis`: any where all shapes are identical, -1 or 0 where all ranks are equal, else an axis of
/// the longest.
#[inline]
pub(crate) fn paddle_axis<L: Extent>(call: &Call<'_, L>, axis: i64, rank: usize) -> Result<Answer, Box<Mistake>> {
    if axis == -1 || axis == 0 || call.operands.is_empty() && usize::try_from(axis).is_ok_and(|axis| axis < rank) {
        return Ok(Answer::Yes);
    }
    let identical = identical_shapes(call);
    let an_axis = usize::try_from(axis).is_ok_and(|axis| axis < rank);
    match identical {
        Some(answer @ (Answer::Yes | Answer::AtRunTime)) => Ok(answer),
        None if an_axis => Ok(Answer::Yes),
        Some(Answer::No) => Err(out_of_range(0)),
        None => Err(out_of_range(rank.saturating_sub(1))),
    }
}

/// Whether all shapes that vote are identical; `None` if already their ranks differ, or there is none.
fn identical_shapes<L: Extent>(call: &Call<'_, L>) -> Option<Answer> {
    let shapes: SmallVec<[&[L]; 8]> = call.operands.iter().map(|operand| operand.shape).chain(call.to).collect();
    let rank = shapes.first()?.len();
    if call.operands.is_empty() || shapes.iter().any(|shape| shape.len() != rank) {
        return None;
    }
    // Every pair, since "the same" is not transitive where lengths are open: 3 and N, N and 4.
    let pairs = shapes.iter().enumerate().flat_map(|(i, &one)| shapes[..i].iter().map(move |&other| (one, other)));
    let axes = pairs.flat_map(|(one, other)| one.iter().zip(other));
    Some(axes.fold(Answer::Yes, |all, (&length, &other)| all.and(length.same(other))))
}
