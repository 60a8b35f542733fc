//! The shape of a result, on types: the frame that operands lie in, and their join where the mode joins.
//!
//! A shape here is a list of axes, [`NoShape`] (no array has a say), or [`Unranked`] (an array of unknown rank has).

use crate::call::strategy::WayFor;
use crate::operand::descriptor::Says;
use crate::operand::list::{BaseShape, FirstShape, LongestShape};
use crate::operand::options::{Known, NoTo, StaticTo, To};
use crate::shape::axes::{IsStatic, NoShape, OfRank, Resolved, Unranked};
use crate::shape::axis::{And, Len, NamedLen, No, One, Unknown, Yes};
use crate::shape::rank::{NoRank, Rank};
use crate::typed::align::{
    AtAxis, Beside, ByAxes, ByMode, Either, Innermost, Laid, Leads, Neither, NoAxis, OpenAxis, OwnPosition, Right,
};
use crate::typed::names::{
    BaseRank, JoinedRank, LongestRank, ModeName, OutermostRank, SameRank, TargetJoinedRank, TargetRank,
};
use crate::typed::ranks::{Compare, Equal, Longer, Shorter};

/// The join of two lengths: the one that says more. Where two lengths do not fit it takes the first; the call is refused
/// elsewhere.
pub trait JoinLength<Other> {
    /// One of both.
    type Output;
}
impl<M> JoinLength<M> for One {
    type Output = M;
}
impl<const N: usize, M> JoinLength<M> for Len<N> {
    type Output = Len<N>;
}
macro_rules! join_length {
    ($(<$($name:ident),* $(; const $n:ident)?> $left:ty, $right:ty => $result:ty;)*) => {$(
        impl<$($name,)* $(const $n: usize)?> JoinLength<$right> for $left {
            type Output = $result;
        }
    )*};
}
join_length! {
    <Name> NamedLen<Name>, One => NamedLen<Name>;
    <Name> NamedLen<Name>, Unknown => NamedLen<Name>;
    <Name, Other> NamedLen<Name>, NamedLen<Other> => NamedLen<Name>;
    <Name; const N> NamedLen<Name>, Len<N> => NamedLen<Name>;
    <> Unknown, One => Unknown;
    <> Unknown, Unknown => Unknown;
    <Name> Unknown, NamedLen<Name> => NamedLen<Name>;
    <; const N> Unknown, Len<N> => Len<N>;
}

/// The join of two shapes of one rank, axis on axis.
pub trait JoinAxes<Other> {
    /// The joined shape.
    type Output;
}
impl JoinAxes<()> for () {
    type Output = ();
}
impl<L: JoinLength<M>, S: JoinAxes<R>, M, R> JoinAxes<(M, R)> for (L, S) {
    type Output = (L::Output, S::Output);
}

/// The longer of two shapes, or their join axis on axis.
pub trait Longest<Other> {
    /// That shape.
    type Output;
}
impl<Other> Longest<Other> for NoShape {
    type Output = Other;
}
impl<Other> Longest<Other> for Unranked {
    type Output = Unranked;
}
/// The first of two shapes that there is.
pub trait First<Other> {
    /// `Self`, or `Other` if `Self` is [`NoShape`].
    type Output;
}
impl<Other> First<Other> for NoShape {
    type Output = Other;
}
impl<Other> First<Other> for Unranked {
    type Output = Unranked;
}
/// The join of a shape on the frame's axes with another, which is [`NoShape`] if nobody has had a say yet.
pub trait JoinLaid<Other> {
    /// The joined shape.
    type Output;
}
impl JoinLaid<NoShape> for () {
    type Output = ();
}
impl JoinLaid<()> for () {
    type Output = ();
}
impl<L, S> JoinLaid<NoShape> for (L, S) {
    type Output = (L, S);
}
impl<L: JoinLength<M>, S: JoinAxes<R>, M, R> JoinLaid<(M, R)> for (L, S) {
    type Output = (L::Output, S::Output);
}
// Beside an array of unknown rank nobody's say is known.
impl JoinLaid<Unranked> for () {
    type Output = Unranked;
}
impl<L, S> JoinLaid<Unranked> for (L, S) {
    type Output = Unranked;
}
// An operand that lies nowhere has no say.
impl<M, R> JoinLaid<(M, R)> for () {
    type Output = (M, R);
}
impl<L, S> JoinLaid<()> for (L, S) {
    type Output = (L, S);
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
impl<L, S: Compare<R>, M, R> Longest<(M, R)> for (L, S)
where
    S::Output: Pick<(L, S), (M, R)>,
{
    type Output = <S::Output as Pick<(L, S), (M, R)>>::Output;
}

/// The second step of [`Longest`]: `Self` says which one is longer.
pub trait Pick<A, B> {
    /// The shape.
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

/// What the option `to` says of the result's shape.
pub trait TargetShape {
    /// A list, [`NoShape`] or [`Unranked`].
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

/// The frame of a call by the rule `Self`: a shape of the result's rank. `Place` is the shape of a place that is no operand.
pub trait FrameOf<L, To, Place> {
    /// The frame.
    type Frame;
    /// [`Fixed`] if the frame is the result's shape, [`Joins`] if the operands' join is.
    type Way;
}
/// The frame is the result's shape.
pub struct Fixed;
/// The result's shape is the join of the operands, on the frame's axes.
pub struct Joins;
/// As [`Joins`], with the target being one more operand.
pub struct JoinsTarget;

/// Where the result's shape comes from: `Self` is what `to` says.
pub trait LeadBy<L, Default> {
    /// The frame.
    type Frame;
    /// Whether the frame is the result's shape, if neither `to` nor an operand gives it.
    type Way<W>;
}
impl<L: BaseShape, Default> LeadBy<L, Default> for NoShape
where
    L::Output: LeadByBase<Default>,
{
    type Frame = <L::Output as LeadByBase<Default>>::Frame;
    type Way<W> = <L::Output as LeadByBase<Default>>::Way<W>;
}
/// [`LeadBy`], without `to`: `Self` is the shape of the operand that gives the result its own.
pub trait LeadByBase<Default> {
    /// The frame.
    type Frame;
    /// See [`LeadBy::Way`].
    type Way<W>;
}
impl<Default> LeadByBase<Default> for NoShape {
    type Frame = Default;
    type Way<W> = W;
}
macro_rules! leads {
    ($(<$($l:ident, $s:ident)?> $shape:ty;)*) => {$(
        impl<Default, $($l, $s)?> LeadByBase<Default> for $shape {
            type Frame = Self;
            type Way<W> = Fixed;
        }
        impl<L, Default, $($l, $s)?> LeadBy<L, Default> for $shape {
            type Frame = Self;
            type Way<W> = Fixed;
        }
    )*};
}
leads! {
    <> ();
    <A, B> (A, B);
    <> Unranked;
}

macro_rules! frames {
    ($($rule:ident: $fold:ident, $way:ty;)*) => {$(
        frames!(@ $rule, $fold, $way, <> ());
        frames!(@ $rule, $fold, $way, <> Unranked);
        frames!(@ $rule, $fold, $way, <A, B> (A, B));
    )*};
    (@ $rule:ident, $fold:ident, $way:ty, <$($name:ident),*> $place:ty) => {
        impl<L: $fold, T: TargetShape, $($name),*> FrameOf<L, T, $place> for $rule
        where
            L::Output: First<$place>,
            T::Shape: LeadBy<L, <L::Output as First<$place>>::Output>,
        {
            type Frame = <T::Shape as LeadBy<L, <L::Output as First<$place>>::Output>>::Frame;
            type Way = <T::Shape as LeadBy<L, <L::Output as First<$place>>::Output>>::Way<$way>;
        }
    };
}
frames! {
    JoinedRank: LongestShape, Joins;
    LongestRank: LongestShape, Joins;
    OutermostRank: LongestShape, Joins;
    BaseRank: FirstShape, Fixed;
    SameRank: FirstShape, Fixed;
}
/// In modes without `base`, no operand leads a call that makes a new container: nobody is asked, which most calls are spared.
macro_rules! frames_of_new {
    ($($rule:ident: $fold:ident, $way:ty;)*) => {$(
        impl<L: $fold, T: TargetShape> FrameOf<L, T, NoShape> for $rule
        where
            T::Shape: LeadByBase<L::Output>,
        {
            type Frame = <T::Shape as LeadByBase<L::Output>>::Frame;
            type Way = <T::Shape as LeadByBase<L::Output>>::Way<$way>;
        }
    )*};
}
frames_of_new! {
    JoinedRank: LongestShape, Joins;
    LongestRank: LongestShape, Joins;
    OutermostRank: LongestShape, Joins;
    SameRank: FirstShape, Fixed;
}
frames!(@ BaseRank, FirstShape, Fixed, <> NoShape);
impl<L, T: TargetShape, Place> FrameOf<L, T, Place> for TargetRank
where
    T::Shape: First<Place>,
{
    type Frame = <T::Shape as First<Place>>::Output;
    type Way = Fixed;
}
impl<L: LongestShape, T: TargetShape, Place> FrameOf<L, T, Place> for TargetJoinedRank
where
    L::Output: Longest<T::Shape>,
{
    type Frame = <L::Output as Longest<T::Shape>>::Output;
    type Way = JoinsTarget;
}

/// The shape of the result in the frame `Frame`; `Self` says whether it is the frame.
pub trait OutcomeOf<M, X, L, T, Frame> {
    /// The shape.
    type Output;
}
impl<M, X, L, T, Frame> OutcomeOf<M, X, L, T, Frame> for Fixed {
    type Output = Frame;
}
impl<M, X, L, T, Frame> OutcomeOf<M, X, L, T, Frame> for Joins
where
    Frame: JoinedIn<M, X, L>,
    Frame: Before<<Frame as JoinedIn<M, X, L>>::Output>,
{
    type Output = <Frame as Before<<Frame as JoinedIn<M, X, L>>::Output>>::Output;
}
impl<M, X, L, T: TargetShape, Frame> OutcomeOf<M, X, L, T, Frame> for JoinsTarget
where
    Frame: JoinedIn<M, X, L>,
    T::Shape: Laid<Right, Frame>,
    <T::Shape as Laid<Right, Frame>>::Axes: JoinLaid<Frame::Output>,
{
    type Output = <<T::Shape as Laid<Right, Frame>>::Axes as JoinLaid<Frame::Output>>::Output;
}

/// The join of the longest shapes, which are the frame, with that of all: where lengths do not fit the frame's counts, and an operand of
/// fewer axes is refused.
pub trait Before<Joined> {
    /// The join.
    type Output;
}
impl<Joined> Before<Joined> for NoShape {
    type Output = Joined;
}
impl<Joined> Before<Joined> for Unranked {
    type Output = Joined;
}
impl<Joined> Before<Joined> for () {
    type Output = Joined;
}
impl<A, B, Joined> Before<Joined> for (A, B)
where
    Self: JoinLaid<Joined>,
{
    type Output = <Self as JoinLaid<Joined>>::Output;
}

/// The join of all voters on the axes of the frame `Self`.
pub trait JoinedIn<M, X, L> {
    /// The join.
    type Output;
}
impl<M, X, L> JoinedIn<M, X, L> for NoShape {
    type Output = NoShape;
}
impl<M, X, L> JoinedIn<M, X, L> for Unranked {
    type Output = Unranked;
}
impl<M, X, L: JoinVoters<M, X, ()>> JoinedIn<M, X, L> for () {
    type Output = L::Output;
}
impl<M, X, L: JoinVoters<M, X, (A, B)>, A, B> JoinedIn<M, X, L> for (A, B) {
    type Output = L::Output;
}

/// The join of the voters of a list on the axes of `Frame`.
pub trait JoinVoters<M, X, Frame> {
    /// The join, or [`NoShape`].
    type Output;
}
impl<M, X, Frame> JoinVoters<M, X, Frame> for () {
    type Output = NoShape;
}
impl<M, X, Frame, E: InFrame<M, X, Frame>, Rest: JoinVoters<M, X, Frame>> JoinVoters<M, X, Frame> for (E, Rest)
where
    E::Vote: JoinVote<E::Axes, Rest::Output>,
{
    type Output = <E::Vote as JoinVote<E::Axes, Rest::Output>>::Output;
}
/// One operand more: a voter joins, others do not.
pub trait JoinVote<Axes, Rest> {
    /// The join with it.
    type Output;
}
impl<Axes, Rest> JoinVote<Axes, Rest> for NoRank {
    type Output = Rest;
}
impl<D, Axes: JoinLaid<Rest>, Rest> JoinVote<Axes, Rest> for Rank<D> {
    type Output = Axes::Output;
}

/// An operand on the axes of a frame, in the mode `M` with the call's `axis` or `axes` being `X`.
pub trait InFrame<M, X, Frame>: Says {
    /// See [`Laid::Axes`].
    type Axes;
    /// See [`Laid::Beyond`].
    type Beyond;
}
/// Where an operand lies.
type PositionIn<E, M, X, Frame> = <<E as Says>::Own as OwnPosition<
    <M as ModeName>::Alignment,
    X,
    <<E as Says>::Lengths as Resolved>::List,
    Frame,
>>::Output;
impl<M: ModeName, X, Frame, E> InFrame<M, X, Frame> for E
where
    E: Says<Lengths: Resolved>,
    E::Own: OwnPosition<M::Alignment, X, <E::Lengths as Resolved>::List, Frame>,
    <E::Lengths as Resolved>::List: Laid<PositionIn<E, M, X, Frame>, Frame>,
{
    type Axes = <<E::Lengths as Resolved>::List as Laid<PositionIn<E, M, X, Frame>, Frame>>::Axes;
    type Beyond = <<E::Lengths as Resolved>::List as Laid<PositionIn<E, M, X, Frame>, Frame>>::Beyond;
}

/// The shape of the result of the operands `Self`; `Place` is the shape of a place that is no operand.
pub trait OutcomeIn<M, T, X, Place> {
    /// A shape of the result's rank.
    type Frame;
    /// The shape.
    type Shape;
}
/// How that result is computed; apart, since not everyone who asks for the shape needs the answer.
pub trait WayIn<M, T, X, Place>: OutcomeIn<M, T, X, Place> {
    /// [`ByTypes`](crate::call::strategy::ByTypes) where types decide everything, else
    /// [`AtRunTimeAsTyped`](crate::call::strategy::AtRunTimeAsTyped).
    type Way;
}
/// The frame of a call.
type FrameIn<M, L, T, Place> = <<M as ModeName>::Rule as FrameOf<L, T, Place>>::Frame;
/// What its operands say on the frame's axes.
type Said<M, L, T, X, Place> =
    <<<M as ModeName>::Rule as FrameOf<L, T, Place>>::Way as OutcomeOf<M, X, L, T, FrameIn<M, L, T, Place>>>::Output;
impl<L, M: ModeName, T: TargetShape, X, Place> OutcomeIn<M, T, X, Place> for L
where
    M::Rule: FrameOf<L, T, Place>,
    <M::Rule as FrameOf<L, T, Place>>::Way: OutcomeOf<M, X, L, T, FrameIn<M, L, T, Place>>,
    // Where nobody has a say, the frame has it.
    Said<M, L, T, X, Place>: First<FrameIn<M, L, T, Place>>,
{
    type Frame = FrameIn<M, L, T, Place>;
    type Shape = <Said<M, L, T, X, Place> as First<FrameIn<M, L, T, Place>>>::Output;
}
/// What has to be in types for types to decide: all operands, the axis, the target, and the result.
type Statics<L, T, X, Shape> = (
    <L as AllStatic>::Output,
    (<X as IsLiteral>::Output, (<<T as TargetShape>::Shape as IsStatic>::Output, (<Shape as IsStatic>::Output, ()))),
);
impl<L, M, T: TargetShape, X, Place> WayIn<M, T, X, Place> for L
where
    L: OutcomeIn<M, T, X, Place, Shape: IsStatic> + AllStatic,
    T::Shape: IsStatic,
    X: IsLiteral,
    Statics<L, T, X, L::Shape>: AllYes<Output: WayFor<T, L::Shape>>,
{
    type Way = <<Statics<L, T, X, L::Shape> as AllYes>::Output as WayFor<T, L::Shape>>::Way;
}

/// Whether every entry of a list is [`Yes`].
pub trait AllYes {
    /// [`Yes`] or [`No`].
    type Output;
}
impl AllYes for () {
    type Output = Yes;
}
impl<Rest: AllYes> AllYes for (Yes, Rest) {
    type Output = Rest::Output;
}
impl<Rest> AllYes for (No, Rest) {
    type Output = No;
}

/// Whether types give the lengths of all operands of a list, and where they lie.
pub trait AllStatic {
    /// [`Yes`] or [`No`].
    type Output;
}
impl AllStatic for () {
    type Output = Yes;
}
impl<E: Says, Rest: AllStatic> AllStatic for (E, Rest)
where
    E::Lengths: IsStatic,
    E::Own: IsLiteral,
    <E::Lengths as IsStatic>::Output: And<<E::Own as IsLiteral>::Output>,
    <<E::Lengths as IsStatic>::Output as And<<E::Own as IsLiteral>::Output>>::Output: And<Rest::Output>,
{
    type Output =
        <<<E::Lengths as IsStatic>::Output as And<<E::Own as IsLiteral>::Output>>::Output as And<Rest::Output>>::Output;
}

/// Whether an alignment is known to types.
pub trait IsLiteral {
    /// [`Yes`] or [`No`].
    type Output;
}
impl IsLiteral for OpenAxis {
    type Output = No;
}
macro_rules! literal {
    ($(<$($parameter:ident)?> $alignment:ty;)*) => {$(
        impl<$($parameter)?> IsLiteral for $alignment {
            type Output = Yes;
        }
    )*};
}
literal! {
    <> NoAxis;
    <K> AtAxis<K>;
    <Mask> ByAxes<Mask>;
    <> ByMode;
    <> Leads;
    <> Beside;
    <> Innermost;
    <> Either;
    <> Neither;
}
