//! The modes as names that stand in a call (`mode = pdpd`): each decides how the result's rank follows from the
//! operands' ranks.

use crate::list::{BaseVote, FirstVote, MaxVote};
use crate::mode::Mode;
use crate::rank::{FirstRank, MaxRank, NoRank, Rank};

/// A mode known to the compiler.
pub trait ModeName: Copy {
    /// The same mode as a value.
    const MODE: Mode;
    /// How the result's rank follows.
    type Rule;
}

macro_rules! names {
    ($($(#[$doc:meta])* $name:ident = $mode:ident, $rule:ty;)*) => {$(
        $(#[$doc])*
        #[allow(non_camel_case_types, reason = "written as an option's value: `mode = pdpd`")]
        #[derive(Clone, Copy, Debug)]
        pub struct $name;
        impl ModeName for $name {
            const MODE: Mode = Mode::$mode;
            type Rule = $rule;
        }
    )*};
}
names! {
    /// Every operand has the same shape; nothing stretches (OpenVINO `auto_broadcast = none`).
    none = None, SameRank;
    /// Right aligned, every operand may stretch (ONNX multidirectional, OpenVINO numpy): the default.
    numpy = Numpy, JoinedRank;
    /// Another name of [`numpy`], as ONNX calls it.
    multidirectional = Numpy, JoinedRank;
    /// Right aligned to the first array (or `base`, or `to`), which never stretches (ONNX Gemm's C, PRelu's slope).
    unidirectional = Unidirectional, BaseRank;
    /// Right aligned to the target `to`; operands and target stretch to their join (OpenVINO Broadcast-3, ONNX Expand).
    bidirectional = Bidirectional, TargetJoinedRank;
    /// Operands sit at `axis` of the first array (or `base`, or `to`), which never stretches (OpenVINO PDPD).
    pdpd = Pdpd, BaseRank;
    /// The operands of lower rank sit at `axis` of the longest rank; every operand may stretch (PaddlePaddle).
    paddle = Paddle, JoinedRank;
    /// Operand axis i sits at axis `axes[i]` of the target `to` (OpenVINO Broadcast-1 and -3, explicit).
    explicit = Explicit, TargetRank;
    /// Left aligned, with an exception for vectors; every operand may stretch (ncnn BinaryOp).
    ncnn = Ncnn, JoinedRank;
}

/// The largest rank, or the target's.
#[derive(Clone, Copy, Debug)]
pub struct JoinedRank;
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

/// The rank of the result of operands `L` with a target of rank `To`, by one of the rules of this module.
#[diagnostic::on_unimplemented(
    message = "the rank of this call's result is not decided",
    note = "modes explicit and bidirectional need `to = [..]`"
)]
pub trait RankOf<L, To> {
    /// [`NoRank`] or a [`Rank`].
    type Output;
}

impl<L: MaxVote> RankOf<L, NoRank> for JoinedRank {
    type Output = L::Output;
}
impl<L, D> RankOf<L, Rank<D>> for JoinedRank {
    type Output = Rank<D>;
}
impl<L: BaseVote + FirstVote> RankOf<L, NoRank> for BaseRank
where
    <L as BaseVote>::Output: FirstRank<<L as FirstVote>::Output>,
{
    type Output = <<L as BaseVote>::Output as FirstRank<<L as FirstVote>::Output>>::Output;
}
impl<L, D> RankOf<L, Rank<D>> for BaseRank {
    type Output = Rank<D>;
}
impl<L, D> RankOf<L, Rank<D>> for TargetRank {
    type Output = Rank<D>;
}
impl<L: MaxVote, D> RankOf<L, Rank<D>> for TargetJoinedRank
where
    Rank<D>: MaxRank<L::Output>,
{
    type Output = <Rank<D> as MaxRank<L::Output>>::Output;
}
impl<L: FirstVote> RankOf<L, NoRank> for SameRank {
    type Output = L::Output;
}
impl<L: FirstVote, D> RankOf<L, Rank<D>> for SameRank
where
    L::Output: FirstRank<Rank<D>>,
{
    type Output = <L::Output as FirstRank<Rank<D>>>::Output;
}
