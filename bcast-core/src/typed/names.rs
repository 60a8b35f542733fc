//! The modes as names in a call (`mode = pdpd`): each determines the result's rank from the operands' ranks.

use crate::operand::list::{BaseVote, FirstVote, MaxVote};
use crate::operand::options::{Known, NoTo, StaticTo, To};
use crate::rules::mode::Mode;
use crate::shape::axes::List;
use crate::shape::rank::{FirstRank, MaxRank, Rank};
use crate::typed::fits::{Stays, Stretches};
use crate::typed::placements::OrPlacedRank;
use crate::typed::position::{AtAxisOfA, AtAxisOfLongest, ByAxesOfTarget, LeftAligned, RightAligned, SameAxes};

/// A mode's name.
#[doc(hidden)]
pub trait ModeName: Copy {
    const MODE: Mode;
    /// The rule for the result's rank.
    type Rule;
    /// The alignment of operands.
    type Alignment;
    /// [`Stretches`] if operands may stretch, else [`Stays`].
    type May;
    /// [`Stretches`] if the result may stretch to a place, else [`Stays`].
    type Onto;
}

macro_rules! names {
    ($($(#[$doc:meta])* $name:ident = $mode:ident, $rule:ty, $alignment:ty, $may:ty, $onto:ty;)*) => {$(
        $(#[$doc])*
        #[allow(non_camel_case_types, reason = "written as an option's value: `mode = pdpd`")]
        #[derive(Clone, Copy, Debug)]
        pub struct $name;
        impl ModeName for $name {
            const MODE: Mode = Mode::$mode;
            type Rule = $rule;
            type Alignment = $alignment;
            type May = $may;
            type Onto = $onto;
        }
    )*};
}
/// The mode names alone.
pub mod modes {
    use super::{
        AtAxisOfA, AtAxisOfLongest, BaseRank, ByAxesOfTarget, JoinedRank, LeftAligned, LongestRank, Mode, ModeName,
        OutermostRank, RightAligned, SameAxes, SameRank, Stays, Stretches, TargetJoinedRank, TargetRank,
    };

    names! {
    /// Every operand has the same shape; nothing stretches (OpenVINO `auto_broadcast = none`).
    none = None, SameRank, SameAxes, Stays, Stays;
    /// Right aligned, every operand may stretch (ONNX multidirectional, OpenVINO numpy): the default.
    numpy = Numpy, JoinedRank, RightAligned, Stretches, Stretches;
    /// Another name of [`numpy`], as ONNX calls it.
    multidirectional = Numpy, JoinedRank, RightAligned, Stretches, Stretches;
    /// Right aligned to the first array (or `base`, or `to`), which never stretches (ONNX Gemm's C, PRelu's slope).
    unidirectional = Unidirectional, BaseRank, RightAligned, Stretches, Stretches;
    /// Right aligned to the target `to`; operands and target stretch to their join (OpenVINO Broadcast-3, ONNX Expand).
    bidirectional = Bidirectional, TargetJoinedRank, RightAligned, Stretches, Stays;
    /// Operands sit at `axis` of the first array (or `base`, or `to`), which never stretches (OpenVINO PDPD).
    pdpd = Pdpd, BaseRank, AtAxisOfA, Stretches, Stays;
    /// The operands of lower rank sit at `axis` of the longest rank; every operand may stretch (PaddlePaddle).
    paddle = Paddle, LongestRank, AtAxisOfLongest, Stretches, Stays;
    /// Operand axis i sits at axis `axes[i]` of the target `to` (OpenVINO Broadcast-1 and -3, explicit).
    explicit = Explicit, TargetRank, ByAxesOfTarget, Stretches, Stays;
    /// Left aligned, with an exception for vectors; every operand may stretch (ncnn BinaryOp).
    ncnn = Ncnn, OutermostRank, LeftAligned, Stretches, Stays;
    /// Axes are NAMEs of the `where` clause, and those of one NAME meet, in any order; nothing stretches. `sum(a * b, axis = K)` with
    /// `a: [M, K], b: [K, N]` is a product of matrices.
    named = Named, TargetRank, ByAxesOfTarget, Stays, Stays;
    }
}

/// The largest rank, or the target's; right aligned.
#[derive(Clone, Copy, Debug)]
pub struct JoinedRank;
/// The largest rank, or the target's; the others lie at an axis of it.
#[derive(Clone, Copy, Debug)]
pub struct LongestRank;
/// The largest rank, or the target's; the others lie on its outermost axes.
#[derive(Clone, Copy, Debug)]
pub struct OutermostRank;
/// The rank of the operand that gives the result its shape, or the target's.
#[derive(Clone, Copy, Debug)]
pub struct BaseRank;
/// The one rank that all operands have.
#[derive(Clone, Copy, Debug)]
pub struct SameRank;
/// The target's rank.
#[derive(Clone, Copy, Debug)]
pub struct TargetRank;
/// The larger one of the operands' ranks and the target's.
#[derive(Clone, Copy, Debug)]
pub struct TargetJoinedRank;

/// The rank of the result of operands `L` with the target `To`, by the rule `Self`.
#[diagnostic::on_unimplemented(
    message = "the rank of this call's result is not decided",
    note = "modes explicit and bidirectional need `to = [..]`"
)]
pub trait RankOf<L, To> {
    /// [`NoRank`](crate::shape::rank::NoRank) or a [`Rank`].
    type Output;
}

macro_rules! target_decides {
    ($($rule:ty)*) => {$(
        impl<L, D> RankOf<L, To<Rank<D>>> for $rule {
            type Output = Rank<D>;
        }
        impl<L, S: List> RankOf<L, StaticTo<S>> for $rule {
            type Output = Rank<S::Rank>;
        }
    )*};
}
target_decides!(JoinedRank LongestRank OutermostRank BaseRank TargetRank);

impl<L: MaxVote<Output: OrPlacedRank<L>>> RankOf<L, NoTo> for JoinedRank {
    type Output = <L::Output as OrPlacedRank<L>>::Output;
}

impl<L: MaxVote> RankOf<L, NoTo> for LongestRank {
    type Output = L::Output;
}

impl<L: MaxVote> RankOf<L, NoTo> for OutermostRank {
    type Output = L::Output;
}

impl<L: BaseVote + FirstVote> RankOf<L, NoTo> for BaseRank
where
    <L as BaseVote>::Output: FirstRank<<L as FirstVote>::Output>,
{
    type Output = <<L as BaseVote>::Output as FirstRank<<L as FirstVote>::Output>>::Output;
}

impl<L: MaxVote, D> RankOf<L, To<Rank<D>>> for TargetJoinedRank
where
    Rank<D>: MaxRank<L::Output>,
{
    type Output = <Rank<D> as MaxRank<L::Output>>::Output;
}
impl<L: MaxVote, S: List> RankOf<L, StaticTo<S>> for TargetJoinedRank
where
    Rank<S::Rank>: MaxRank<L::Output>,
{
    type Output = <Rank<S::Rank> as MaxRank<L::Output>>::Output;
}

impl<L: FirstVote, K: FirstRank<L::Output>, T> RankOf<L, Known<K, T>> for SameRank {
    type Output = K::Output;
}
