//! The modes as names in a call (`mode = pdpd`): each determines the result's rank from the operands' ranks.

use crate::operand::list::{BaseVote, FirstVote, MaxVote};
use crate::operand::options::{Known, NoTo, StaticTo, To};
use crate::rules::mode::Mode;
use crate::shape::axes::List;
use crate::shape::function::type_functions;
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
        RightAligned, SameAxes, SameRank, Stays, Stretches, TargetJoinedRank, TargetRank,
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
    ncnn = Ncnn, LongestRank, LeftAligned, Stretches, Stays;
    /// Axes are NAMEs of the `where` clause, and those of one NAME meet, in any order; nothing stretches. `sum(a * b, axis = K)` with
    /// `a: [M, K], b: [K, N]` is a product of matrices.
    named = Named, TargetRank, ByAxesOfTarget, Stays, Stays;
    }
}

/// The largest rank, or the target's; right aligned.
pub struct JoinedRank;
/// The largest rank, or the target's; the others lie at an axis of it, or on its outermost ones.
pub struct LongestRank;
/// The rank of the operand that gives the result its shape, or the target's.
pub struct BaseRank;
/// The one rank that all operands have.
pub struct SameRank;
/// The target's rank.
pub struct TargetRank;
/// The larger one of the operands' ranks and the target's.
pub struct TargetJoinedRank;

type_functions! {
    /// The rank of the result of operands `L` with the target `To`, by the rule `Self`.
    #[diagnostic::on_unimplemented(
        message = "the rank of this call's result is not decided",
        note = "modes explicit and bidirectional need `to = [..]`"
    )]
    /// `Output`: [`NoRank`](crate::shape::rank::NoRank) or a [`Rank`].
    RankOf<L, To> -> Output {
        [L, D] JoinedRank, L, To<Rank<D>> => Rank<D>;
        [L, S: List] JoinedRank, L, StaticTo<S> => Rank<S::Rank>;
        [L, D] LongestRank, L, To<Rank<D>> => Rank<D>;
        [L, S: List] LongestRank, L, StaticTo<S> => Rank<S::Rank>;
        [L, D] BaseRank, L, To<Rank<D>> => Rank<D>;
        [L, S: List] BaseRank, L, StaticTo<S> => Rank<S::Rank>;
        [L, D] TargetRank, L, To<Rank<D>> => Rank<D>;
        [L, S: List] TargetRank, L, StaticTo<S> => Rank<S::Rank>;
        [L: MaxVote<Output: OrPlacedRank<L>>] JoinedRank, L, NoTo => <L::Output as OrPlacedRank<L>>::Output;
        [L: MaxVote] LongestRank, L, NoTo => L::Output;
        [L: BaseVote + FirstVote] BaseRank, L, NoTo
            => <<L as BaseVote>::Output as FirstRank<<L as FirstVote>::Output>>::Output
            where [<L as BaseVote>::Output: FirstRank<<L as FirstVote>::Output>];
        [L: MaxVote, D] TargetJoinedRank, L, To<Rank<D>> => <Rank<D> as MaxRank<L::Output>>::Output
            where [Rank<D>: MaxRank<L::Output>];
        [L: MaxVote, S: List] TargetJoinedRank, L, StaticTo<S> => <Rank<S::Rank> as MaxRank<L::Output>>::Output
            where [Rank<S::Rank>: MaxRank<L::Output>];
        [L: FirstVote, K: FirstRank<L::Output>, T] SameRank, L, Known<K, T> => K::Output;
    }
}
