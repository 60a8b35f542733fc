//! The modes as names that stand in a call (`mode = pdpd`): each decides how the result's rank follows from the
//! operands' ranks.

use crate::family::NestedOf;
use crate::list::{BaseShape, BaseVote, FirstShapeOf, FirstVote, JoinShape, LongestShape, MaxVote};
use crate::mode::Mode;
use crate::rank::{FirstRank, MaxRank, Rank};
use crate::target::{AtAxis, Known, NoTo, OpenAxis, StaticTo, To};
use crate::typed::longest::{AllAtAxis, AllOutermost};
use crate::typed::walk::{FirstShape, HasRank, Join};

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
/// The names alone.
pub mod modes {
    use super::{
        BaseRank, JoinedRank, LongestRank, Mode, ModeName, OutermostRank, SameRank, TargetJoinedRank, TargetRank,
    };

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
    paddle = Paddle, LongestRank;
    /// Operand axis i sits at axis `axes[i]` of the target `to` (OpenVINO Broadcast-1 and -3, explicit).
    explicit = Explicit, TargetRank;
    /// Left aligned, with an exception for vectors; every operand may stretch (ncnn BinaryOp).
    ncnn = Ncnn, OutermostRank;
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

/// The rank of the result of operands `L` with the target `To`, by one of the rules of this module.
#[diagnostic::on_unimplemented(
    message = "the rank of this call's result is not decided",
    note = "modes explicit and bidirectional need `to = [..]`"
)]
pub trait RankOf<L, To> {
    /// [`NoRank`](crate::rank::NoRank) or a [`Rank`].
    type Output;
}

/// The container of the result of nested arrays `L` with the target `To`, by one of the rules of this module: a nested
/// array where types and literals give every length.
#[diagnostic::on_unimplemented(
    message = "the shape of this call's result is not known to the compiler",
    note = "enable the feature `ndarray` of bcast-dsl for results whose shape is known only at run time"
)]
pub trait ShapeOf<L, To> {
    /// The container.
    type Output;
}

macro_rules! target_decides {
    ($($rule:ty)*) => {$(
        impl<L, D> RankOf<L, To<Rank<D>>> for $rule {
            type Output = Rank<D>;
        }
        impl<L, S: HasRank> RankOf<L, StaticTo<S>> for $rule {
            type Output = Rank<S::Dim>;
        }
        impl<L, S> ShapeOf<L, StaticTo<S>> for $rule {
            type Output = NestedOf<S>;
        }
    )*};
}
target_decides!(JoinedRank LongestRank OutermostRank BaseRank TargetRank);

impl<L: MaxVote> RankOf<L, NoTo> for JoinedRank {
    type Output = L::Output;
}
impl<L: JoinShape> ShapeOf<L, NoTo> for JoinedRank {
    type Output = NestedOf<L::Output>;
}

impl<L: MaxVote> RankOf<L, NoTo> for LongestRank {
    type Output = L::Output;
}
impl<L: MaxVote, K> RankOf<L, AtAxis<K>> for LongestRank {
    type Output = L::Output;
}
impl<L: MaxVote> RankOf<L, OpenAxis> for LongestRank {
    type Output = L::Output;
}
// Without an axis, or with -1, paddle aligns as numpy does.
impl<L: JoinShape> ShapeOf<L, NoTo> for LongestRank {
    type Output = NestedOf<L::Output>;
}
impl<L: LongestShape + AllAtAxis<<L as LongestShape>::Output, K>, K> ShapeOf<L, AtAxis<K>> for LongestRank {
    type Output = NestedOf<<L as AllAtAxis<<L as LongestShape>::Output, K>>::Output>;
}

impl<L: MaxVote> RankOf<L, NoTo> for OutermostRank {
    type Output = L::Output;
}
impl<L: LongestShape + AllOutermost<<L as LongestShape>::Output>> ShapeOf<L, NoTo> for OutermostRank {
    type Output = NestedOf<<L as AllOutermost<<L as LongestShape>::Output>>::Output>;
}

impl<L: BaseVote + FirstVote> RankOf<L, NoTo> for BaseRank
where
    <L as BaseVote>::Output: FirstRank<<L as FirstVote>::Output>,
{
    type Output = <<L as BaseVote>::Output as FirstRank<<L as FirstVote>::Output>>::Output;
}
impl<L: BaseShape + FirstShapeOf> ShapeOf<L, NoTo> for BaseRank
where
    <L as BaseShape>::Output: FirstShape<<L as FirstShapeOf>::Output>,
{
    type Output = NestedOf<<<L as BaseShape>::Output as FirstShape<<L as FirstShapeOf>::Output>>::Output>;
}

impl<L: MaxVote, D> RankOf<L, To<Rank<D>>> for TargetJoinedRank
where
    Rank<D>: MaxRank<L::Output>,
{
    type Output = <Rank<D> as MaxRank<L::Output>>::Output;
}
impl<L: MaxVote, S: HasRank> RankOf<L, StaticTo<S>> for TargetJoinedRank
where
    Rank<S::Dim>: MaxRank<L::Output>,
{
    type Output = <Rank<S::Dim> as MaxRank<L::Output>>::Output;
}
impl<L: JoinShape, S> ShapeOf<L, StaticTo<S>> for TargetJoinedRank
where
    L::Output: Join<S>,
{
    type Output = NestedOf<<L::Output as Join<S>>::Output>;
}

impl<L: FirstVote, K: FirstRank<L::Output>> RankOf<L, Known<K>> for SameRank {
    type Output = K::Output;
}
impl<L: FirstShapeOf, K> ShapeOf<L, Known<K>> for SameRank {
    type Output = NestedOf<L::Output>;
}
