//! The shape of a result as a type: the frame on which operands lie, and their join in modes that join.
//!
//! A shape is a list of axes, [`NoShape`] (no array votes), or [`Unranked`] (an array of unknown rank votes). Every call has one: where
//! lengths do not fit, the result has one of them, and other bounds refuse the call.
#![allow(missing_docs, reason = "documented by their traits")]

use crate::operand::descriptor::OperandType;
use crate::operand::options::{Known, NoTo, StaticTo, To};
use crate::shape::axes::{NoShape, OfRank, Resolved, Unranked};
use crate::shape::rank::{NoRank, Rank};
use crate::typed::join::{JoinAxes, JoinRight};
use crate::typed::names::{
    BaseRank, JoinedRank, LongestRank, ModeName, OutermostRank, SameRank, TargetJoinedRank, TargetRank,
};
use crate::typed::placements::OrPlaced;
use crate::typed::position::{Compare, Equal, Laid, Longer, OwnPosition, Shorter};

/// The longer of two shapes, or their join axis on axis.
pub trait Longest<Other> {
    type Output;
}
/// `Self`, or `Other` if `Self` is [`NoShape`].
pub trait First<Other> {
    type Output;
}
impl<Other> Longest<Other> for NoShape {
    type Output = Other;
}
impl<Other> Longest<Other> for Unranked {
    type Output = Unranked;
}
impl<Other> First<Other> for NoShape {
    type Output = Other;
}
impl<Other> First<Other> for Unranked {
    type Output = Unranked;
}
macro_rules! lists {
    ($(<$($l:ident, $s:ident)?> $list:ty;)*) => {$(
        impl<$($l, $s)?> Longest<NoShape> for $list {
            type Output = Self;
        }
        impl<$($l, $s)?> Longest<Unranked> for $list {
            type Output = Unranked;
        }
        impl<$($l, $s,)? Other> First<Other> for $list {
            type Output = Self;
        }
    )*};
}
lists! {
    <> ();
    <L, S> (L, S);
}
impl Longest<()> for () {
    type Output = ();
}
impl<M, R> Longest<(M, R)> for () {
    type Output = (M, R);
}
impl<L, S> Longest<()> for (L, S) {
    type Output = (L, S);
}
impl<L, S: Compare<R, Output: Pick<(L, S), (M, R)>>, M, R> Longest<(M, R)> for (L, S) {
    type Output = <S::Output as Pick<(L, S), (M, R)>>::Output;
}
/// The second step of [`Longest`]; `Self` is the comparison.
pub trait Pick<A, B> {
    type Output;
}
impl<A, B> Pick<A, B> for Longer {
    type Output = A;
}
impl<A, B> Pick<A, B> for Shorter {
    type Output = B;
}
impl<A: JoinAxes<B>, B> Pick<A, B> for Equal {
    type Output = A::Output;
}

/// As `folds!`, for shapes, which are resolved only where they are needed; [`NoShape`] if no operand has one.
macro_rules! shape_folds {
    ($($(#[$doc:meta])* $fold:ident: $entry:ident by $step:ident;)*) => {$(
        $(#[$doc])*
        pub trait $fold {
            type Output;
        }
        impl $fold for () {
            type Output = NoShape;
        }
        impl<E: OperandType<$entry: Resolved<List: $step<Rest::Output>>>, Rest: $fold> $fold for (E, Rest) {
            type Output = <<E::$entry as Resolved>::List as $step<Rest::Output>>::Output;
        }
    )*};
}
shape_folds! {
    /// The longest shape among the operands that vote; shapes of equal rank are joined.
    LongestShape: Shape by Longest;
    /// The join of the operands that vote, right aligned.
    JoinedShape: Shape by JoinRight;
    /// The shape of the first operand that votes.
    FirstShape: Shape by First;
    /// The shape of the operand that `base` names, or of the place read as an operand.
    BaseShape: BaseShape by First;
}

/// The result's shape by the option `to`.
pub trait TargetShape {
    type Shape;
}
impl TargetShape for NoTo {
    type Shape = NoShape;
}
impl<S> TargetShape for StaticTo<S> {
    type Shape = S;
}
impl<D> TargetShape for To<Rank<D>>
where
    OfRank<D>: Resolved,
{
    type Shape = <OfRank<D> as Resolved>::List;
}
impl<K, T: TargetShape> TargetShape for Known<K, T> {
    type Shape = T::Shape;
}

/// The frame of a call by the rule `Self`, a shape of the result's rank. `Place` is the shape of a place that is no operand.
pub trait FrameOf<L, To, Place> {
    type Frame;
    /// [`Fixed`] if the frame is the result's shape, [`Joins`] if the operands' join is.
    type Joining;
}
/// The frame is the result's shape.
pub struct Fixed;
/// The result's shape is the join of the operands, on the frame's axes.
pub struct Joins;

/// The frame, where `Self` is the shape of `to`, `base` or the place of `op=`.
pub trait GivenOr<Default, Joining> {
    /// `Self`, or `Default` if `Self` is [`NoShape`].
    type Frame;
    /// [`Fixed`], or `Joining`.
    type Joining;
}
impl<Default, Joining> GivenOr<Default, Joining> for NoShape {
    type Frame = Default;
    type Joining = Joining;
}
macro_rules! given {
    ($(<$($l:ident, $s:ident)?> $shape:ty;)*) => {$(
        impl<Default, Joining, $($l, $s)?> GivenOr<Default, Joining> for $shape {
            type Frame = Self;
            type Joining = Fixed;
        }
    )*};
}
given! {
    <> ();
    <A, B> (A, B);
    <> Unranked;
}
type Given<L, T> = <<T as TargetShape>::Shape as First<<L as BaseShape>::Output>>::Output;
macro_rules! frames {
    ($($rule:ident: $fold:ident, $way:ty;)*) => {$(
        impl<L: $fold<Output: First<Place>> + BaseShape, T: TargetShape<Shape: First<<L as BaseShape>::Output>>, Place>
            FrameOf<L, T, Place> for $rule
        where
            Given<L, T>: GivenOr<<<L as $fold>::Output as First<Place>>::Output, $way>,
        {
            type Frame = <Given<L, T> as GivenOr<<<L as $fold>::Output as First<Place>>::Output, $way>>::Frame;
            type Joining = <Given<L, T> as GivenOr<<<L as $fold>::Output as First<Place>>::Output, $way>>::Joining;
        }
    )*};
}
frames! {
    LongestRank: LongestShape, Joins;
    OutermostRank: LongestShape, Joins;
    BaseRank: FirstShape, Fixed;
    SameRank: FirstShape, Fixed;
}
/// The join of the voters; without voters the place's shape, and without a place the join of placements.
type Joined<L, Place> = <<<L as JoinedShape>::Output as First<Place>>::Output as OrPlaced<L>>::Output;
impl<L, T: TargetShape<Shape: First<<L as BaseShape>::Output>>, Place> FrameOf<L, T, Place> for JoinedRank
where
    L: JoinedShape<Output: First<Place, Output: OrPlaced<L>>> + BaseShape,
    Given<L, T>: GivenOr<Joined<L, Place>, Fixed>,
{
    type Frame = <Given<L, T> as GivenOr<Joined<L, Place>, Fixed>>::Frame;
    type Joining = Fixed;
}
impl<L, T: TargetShape<Shape: First<Place>>, Place> FrameOf<L, T, Place> for TargetRank {
    type Frame = <T::Shape as First<Place>>::Output;
    type Joining = Fixed;
}
impl<L: JoinedShape<Output: JoinRight<T::Shape>>, T: TargetShape, Place> FrameOf<L, T, Place> for TargetJoinedRank {
    type Frame = <L::Output as JoinRight<T::Shape>>::Output;
    type Joining = Fixed;
}

/// The result's shape in `Frame`, by the joining `Self`.
pub trait OutcomeOf<M, X, L, T, Frame> {
    type Output;
}
impl<M, X, L, T, Frame> OutcomeOf<M, X, L, T, Frame> for Fixed {
    type Output = Frame;
}
impl<M, X, L: JoinVoters<M, X, Frame>, T, Frame> OutcomeOf<M, X, L, T, Frame> for Joins {
    type Output = L::Output;
}
/// The join of the frame, in which the longest shapes are joined already, with all voters of a list at their positions.
pub trait JoinVoters<M, X, Frame> {
    type Output;
}
impl<M, X, Frame> JoinVoters<M, X, Frame> for () {
    type Output = Frame;
}
impl<M, X, Frame, E: InFrame<M, X, Frame>, Rest: JoinVoters<M, X, Frame>> JoinVoters<M, X, Frame> for (E, Rest)
where
    E::Vote: JoinVote<E::Axes, Rest::Output>,
{
    type Output = <E::Vote as JoinVote<E::Axes, Rest::Output>>::Output;
}
/// Joins one more operand, if it votes.
pub trait JoinVote<Axes, Joined> {
    type Output;
}
impl<Axes, Joined> JoinVote<Axes, Joined> for NoRank {
    type Output = Joined;
}
impl<D, Axes, Joined: JoinAxes<Axes>> JoinVote<Axes, Joined> for Rank<D> {
    type Output = Joined::Output;
}

/// An operand on the axes of a frame, in mode `M` with the call's `axis` or `axes` `X`.
pub trait InFrame<M, X, Frame>: OperandType {
    type Axes;
    type Lies;
}
type PositionIn<E, M, X, Frame> = <<E as OperandType>::Own as OwnPosition<
    <M as ModeName>::Alignment,
    X,
    <<E as OperandType>::Lengths as Resolved>::List,
    Frame,
>>::Output;
impl<M: ModeName, X, Frame, E> InFrame<M, X, Frame> for E
where
    E: OperandType<Lengths: Resolved>,
    E::Own: OwnPosition<M::Alignment, X, <E::Lengths as Resolved>::List, Frame>,
    <E::Lengths as Resolved>::List: Laid<PositionIn<E, M, X, Frame>, Frame>,
{
    type Axes = <<E::Lengths as Resolved>::List as Laid<PositionIn<E, M, X, Frame>, Frame>>::Axes;
    type Lies = <<E::Lengths as Resolved>::List as Laid<PositionIn<E, M, X, Frame>, Frame>>::Lies;
}

/// The shape of the result of the operands `Self`; `Place` is the shape of a place that is no operand.
pub trait OutcomeIn<M, T, X, Place> {
    /// A shape of the result's rank.
    type Frame;
    type Shape;
}
type FrameIn<M, L, T, Place> = <<M as ModeName>::Rule as FrameOf<L, T, Place>>::Frame;
impl<L, M: ModeName, T, X, Place> OutcomeIn<M, T, X, Place> for L
where
    M::Rule: FrameOf<L, T, Place>,
    <M::Rule as FrameOf<L, T, Place>>::Joining: OutcomeOf<M, X, L, T, FrameIn<M, L, T, Place>>,
{
    type Frame = FrameIn<M, L, T, Place>;
    type Shape = <<M::Rule as FrameOf<L, T, Place>>::Joining as OutcomeOf<M, X, L, T, FrameIn<M, L, T, Place>>>::Output;
}
