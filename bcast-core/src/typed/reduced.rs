//! The result of a call with reductions, as a type: the frame without the axes that only reductions have.
//!
//! A set of the frame's axes is a list as long as the frame, of [`Here`] and [`One`]. Generated code lists each occurrence of an operand with
//! the axes of the reductions around it; what remains of the axes that the operand has stands outside every reduction over them.
#![allow(missing_docs, reason = "documented by their traits")]

use core::marker::PhantomData;

use crate::operand::accepted::acceptable;
use crate::operand::alignment::Here;
use crate::operand::descriptor::OperandType;
use crate::operand::entry::Entry;
use crate::shape::axes::{NoShape, Resolved, Unranked};
use crate::shape::axis::One;
use crate::shape::unit::Unit;
use crate::typed::join::JoinAxes;
use crate::typed::names::ModeName;
use crate::typed::output::{InFrame, OutcomeIn};
use crate::typed::position::{
    Compare, Equal, LaidAt, LaidBy, Less, Masked, Open, OwnPosition, Right, Same, StartingAt, Wholly,
};

/// An axis counted from the front by the entries of `K`, in a reduction.
pub struct FromStart<K>(PhantomData<K>);
/// An axis counted from the end: `()` is the last.
pub struct FromEnd<K>(PhantomData<K>);
/// All axes of the frame.
pub struct EveryAxis;
/// One axis that only the run time knows, in a call with nothing outside the reduction: any one stands for it.
pub struct AnyAxis;

/// An occurrence of an operand `E` in reductions over `Axes`, a list.
pub struct Occurrence<E, Axes>(PhantomData<(E, Axes)>);
/// See [`Occurrence`].
#[inline(always)]
pub fn occurrence<E: Entry, Axes>(_: &E) -> Occurrence<E::Type, Axes> {
    Occurrence(PhantomData)
}

/// An occurrence of `index(axis = k)` along `At`, a list of one axis, in reductions over `Axes`.
pub struct PositionAt<At, Axes>(PhantomData<(At, Axes)>);
/// See [`PositionAt`].
#[inline(always)]
pub fn position_at<At, Axes>() -> PositionAt<At, Axes> {
    PositionAt(PhantomData)
}

/// A set of axes of `Frame`.
pub trait AxisSet<Frame> {
    type Set;
}
impl<Frame, K> AxisSet<Frame> for FromStart<K>
where
    (Here, ()): LaidAt<Frame, K>,
{
    type Set = <(Here, ()) as LaidAt<Frame, K>>::Output;
}
impl<Frame: Less<(One, K)>, K> AxisSet<Frame> for FromEnd<K>
where
    (Here, ()): LaidAt<Frame, <Frame as Less<(One, K)>>::Output>,
{
    type Set = <(Here, ()) as LaidAt<Frame, <Frame as Less<(One, K)>>::Output>>::Output;
}
impl<Frame: Marked> AxisSet<Frame> for EveryAxis {
    type Set = Frame::Marks;
}
impl<Frame> AxisSet<Frame> for AnyAxis
where
    (Here, ()): LaidAt<Frame, ()>,
{
    type Set = <(Here, ()) as LaidAt<Frame, ()>>::Output;
}
impl<Frame> AxisSet<Frame> for () {
    type Set = ();
}
impl<Frame, A: AxisSet<Frame>, Rest: AxisSet<Frame>> AxisSet<Frame> for (A, Rest)
where
    A::Set: Union<Rest::Set>,
{
    type Set = <A::Set as Union<Rest::Set>>::Output;
}

/// As many [`Here`]s as a list has axes.
pub trait Marked {
    type Marks;
}
impl Marked for () {
    type Marks = ();
}
impl<A, Rest: Marked> Marked for (A, Rest) {
    type Marks = (Here, Rest::Marks);
}

/// The union of two sets; an empty list is an empty set.
pub trait Union<Other> {
    type Output;
}
impl<Other> Union<Other> for () {
    type Output = Other;
}
impl<A, Rest> Union<()> for (A, Rest) {
    type Output = (A, Rest);
}
impl<Rest: Union<Others>, B, Others> Union<(B, Others)> for (Here, Rest) {
    type Output = (Here, Rest::Output);
}
impl<Rest: Union<Others>, B, Others> Union<(B, Others)> for (One, Rest) {
    type Output = (B, Rest::Output);
}

/// A list in which the axes of a set become [`One`].
pub trait Without<Set> {
    type Output;
}
impl<Set> Without<Set> for () {
    type Output = ();
}
impl<A, Rest> Without<()> for (A, Rest) {
    type Output = (A, Rest);
}
impl<A, Rest: Without<Others>, Others> Without<(Here, Others)> for (A, Rest) {
    type Output = (One, Rest::Output);
}
impl<A, Rest: Without<Others>, Others> Without<(One, Others)> for (A, Rest) {
    type Output = (A, Rest::Output);
}

/// The set of the axes that an operand of the lengths `Self` has at the position `P` in `Frame`.
pub trait Having<P, Frame> {
    type Set;
}
impl<P, Frame> Having<P, Frame> for NoShape {
    type Set = ();
}
impl<P, Frame> Having<P, Frame> for Unranked {
    type Set = ();
}
macro_rules! lists {
    ($(<$($l:ident, $s:ident)?> $list:ty;)*) => {$(
        impl<P: HavingList<$list, Frame>, Frame $(, $l, $s)?> Having<P, Frame> for $list {
            type Set = P::Set;
        }
    )*};
}
lists! {
    <> ();
    <L, S> (L, S);
}
/// [`Having`] for lists, by position.
pub trait HavingList<S, Frame> {
    type Set;
}
impl<S: Marked<Marks: LaidAt<Frame, Frame::Output>>, Frame: Less<S>> HavingList<S, Frame> for Right {
    type Set = <S::Marks as LaidAt<Frame, Frame::Output>>::Output;
}
impl<S: Marked, Frame> HavingList<S, Frame> for Same {
    type Set = S::Marks;
}
// Of A's rank: axis on axis.
impl<S: Marked + Compare<Frame, Output = Equal>, Frame> HavingList<S, Frame> for Open {
    type Set = S::Marks;
}
impl<S: Marked<Marks: LaidAt<Frame, K>>, Frame, K> HavingList<S, Frame> for StartingAt<K> {
    type Set = <S::Marks as LaidAt<Frame, K>>::Output;
}
impl<S: Marked<Marks: LaidAt<Frame, K>>, Frame, K> HavingList<S, Frame> for Wholly<K> {
    type Set = <S::Marks as LaidAt<Frame, K>>::Output;
}
impl<S: Marked<Marks: LaidBy<Frame, Mask>>, Frame, Mask> HavingList<S, Frame> for Masked<Mask> {
    type Set = <S::Marks as LaidBy<Frame, Mask>>::Output;
}

/// What stands outside the reductions over each axis, for a list of [`Occurrence`]s: the axes, and the join of the lengths.
pub trait Outside<M, X, Frame> {
    type Set;
    type Lengths;
}
impl<M, X, Frame> Outside<M, X, Frame> for () {
    type Set = ();
    type Lengths = ();
}
type Own<E> = <<E as OperandType>::Lengths as Resolved>::List;
type PositionIn<E, M, X, Frame> =
    <<E as OperandType>::Own as OwnPosition<<M as ModeName>::Alignment, X, Own<E>, Frame>>::Output;
type Had<E, M, X, Frame> = <Own<E> as Having<PositionIn<E, M, X, Frame>, Frame>>::Set;
impl<M: ModeName, X, Frame, E, Axes, Rest> Outside<M, X, Frame> for (Occurrence<E, Axes>, Rest)
where
    E: InFrame<M, X, Frame, Lengths: Resolved>,
    E::Own: OwnPosition<M::Alignment, X, Own<E>, Frame>,
    Own<E>: Having<PositionIn<E, M, X, Frame>, Frame>,
    Axes: AxisSet<Frame>,
    Had<E, M, X, Frame>: Without<Axes::Set>,
    E::Axes: Without<Axes::Set>,
    Rest: Outside<M, X, Frame>,
    <Had<E, M, X, Frame> as Without<Axes::Set>>::Output: Union<Rest::Set>,
    <E::Axes as Without<Axes::Set>>::Output: JoinLists<Rest::Lengths>,
{
    type Set = <<Had<E, M, X, Frame> as Without<Axes::Set>>::Output as Union<Rest::Set>>::Output;
    type Lengths = <<E::Axes as Without<Axes::Set>>::Output as JoinLists<Rest::Lengths>>::Output;
}

// A position has the length of the frame.
impl<M, X, Frame, At, Axes, Rest> Outside<M, X, Frame> for (PositionAt<At, Axes>, Rest)
where
    At: AxisSet<Frame>,
    Axes: AxisSet<Frame>,
    At::Set: Without<Axes::Set>,
    Frame: JoinLists<Rest::Lengths>,
    Rest: Outside<M, X, Frame>,
    <At::Set as Without<Axes::Set>>::Output: Union<Rest::Set>,
{
    type Set = <<At::Set as Without<Axes::Set>>::Output as Union<Rest::Set>>::Output;
    type Lengths = <Frame as JoinLists<Rest::Lengths>>::Output;
}

/// The join of two lists of one rank, of which either may be empty.
pub trait JoinLists<Other> {
    type Output;
}
impl<Other> JoinLists<Other> for () {
    type Output = Other;
}
impl<A, Rest, Other> JoinLists<Other> for (A, Rest)
where
    (A, Rest): JoinAxes<Other>,
{
    type Output = <(A, Rest) as JoinAxes<Other>>::Output;
}

/// The shape `Self` without the axes of `Taken` that `Outside` lacks; of those that it has, with the lengths `Lengths`.
pub trait Kept<Taken, Outside, Lengths> {
    type Output;
}
impl<Taken, Outside, Lengths> Kept<Taken, Outside, Lengths> for () {
    type Output = ();
}
impl<A, Rest, Outside, Lengths> Kept<(), Outside, Lengths> for (A, Rest) {
    type Output = (A, Rest);
}
impl<A, Rest, Taken, Outside: Tail, Lengths: Tail> Kept<(One, Taken), Outside, Lengths> for (A, Rest)
where
    Rest: Kept<Taken, Outside::Tail, Lengths::Tail>,
{
    type Output = (A, <Rest as Kept<Taken, Outside::Tail, Lengths::Tail>>::Output);
}
impl<A, Rest, Taken, Outside: Tail, Lengths: Tail> Kept<(Here, Taken), Outside, Lengths> for (A, Rest)
where
    Rest: Kept<Taken, Outside::Tail, Lengths::Tail>,
    Outside::Head: Keep<Lengths::Head, <Rest as Kept<Taken, Outside::Tail, Lengths::Tail>>::Output>,
{
    type Output =
        <Outside::Head as Keep<Lengths::Head, <Rest as Kept<Taken, Outside::Tail, Lengths::Tail>>::Output>>::Output;
}
/// The first entry of a list and the others; of an empty one [`One`] and none.
pub trait Tail {
    type Head;
    type Tail;
}
impl Tail for () {
    type Head = One;
    type Tail = ();
}
impl<A, Rest> Tail for (A, Rest) {
    type Head = A;
    type Tail = Rest;
}
/// The rest of a shape, with this axis before it if it is kept.
pub trait Keep<Axis, Rest> {
    type Output;
}
impl<Axis, Rest> Keep<Axis, Rest> for Here {
    type Output = (Axis, Rest);
}
impl<Axis, Rest> Keep<Axis, Rest> for One {
    type Output = Rest;
}

/// Reductions over the axes `K`, a list: those that nothing outside has are left out of the result.
pub struct LeftOut<K>(PhantomData<K>);
/// The same with the option `keep`: such axes have length 1.
pub struct KeptAs1<K>(PhantomData<K>);
/// Axes that only the run time knows: the shape is the answer whether something with every axis stands outside.
pub struct AtRunTime;

/// The shape of the result of operands `Self` with the occurrences `Out`, by `Taken`: [`LeftOut`], [`KeptAs1`] or [`AtRunTime`].
pub trait ReducedIn<M, T, X, Out, Taken> {
    type Shape;
}
impl<L, M, T, X, Out, Taken> ReducedIn<M, T, X, Out, Taken> for L
where
    L: OutcomeIn<M, T, X, NoShape>,
    L::Frame: ReducedTo<L::Shape, M, X, Out, Taken>,
{
    type Shape = <L::Frame as ReducedTo<L::Shape, M, X, Out, Taken>>::Shape;
}
/// [`ReducedIn`] for the frame `Self` and the shape `S` of a call without reductions.
pub trait ReducedTo<S, M, X, Out, Taken> {
    type Shape;
}
impl<S, M, X, Out, Taken> ReducedTo<S, M, X, Out, Taken> for Unranked {
    type Shape = Unranked;
}
// A call without arrays, which the run time refuses.
impl<S, M, X, Out, Taken> ReducedTo<S, M, X, Out, Taken> for NoShape {
    type Shape = ();
}
macro_rules! frames {
    ($(<$($l:ident, $s:ident)?> $frame:ty;)*) => {$(
        impl<S, M, X, Out, Taken $(, $l, $s)?> ReducedTo<S, M, X, Out, Taken> for $frame
        where
            Out: Outside<M, X, $frame>,
            Taken: ShapeBeside<S, $frame, Out::Set, Out::Lengths>,
        {
            type Shape = Taken::Shape;
        }
    )*};
}
frames! {
    <> ();
    <A, Rest> (A, Rest);
}
/// The shape of a result in `Frame`, whose shape without reductions is `S`, beside the axes `Set` and their `Lengths` outside.
pub trait ShapeBeside<S, Frame, Set, Lengths> {
    type Shape;
}
impl<S: Kept<K::Set, Set, Lengths>, Frame, Set, Lengths, K: AxisSet<Frame>> ShapeBeside<S, Frame, Set, Lengths>
    for LeftOut<K>
{
    type Shape = S::Output;
}
impl<S, Frame: Marked, Set, Lengths, K: AxisSet<Frame>> ShapeBeside<S, Frame, Set, Lengths> for KeptAs1<K>
where
    S: Kept<K::Set, Frame::Marks, Lengths>,
{
    type Shape = S::Output;
}

impl<S, Frame, Set: EveryAxisIn<Frame>, Lengths> ShapeBeside<S, Frame, Set, Lengths> for AtRunTime {
    type Shape = Set::Output;
}
/// [`Here`] for a set of all axes, [`One`] for any other; an empty list is an empty set.
pub trait EveryAxisIn<Frame> {
    type Output;
}
impl EveryAxisIn<()> for () {
    type Output = Here;
}
impl<A, Frame> EveryAxisIn<(A, Frame)> for () {
    type Output = One;
}
impl<Rest, Frame> EveryAxisIn<Frame> for (One, Rest) {
    type Output = One;
}
impl<Rest: EveryAxisIn<Frame>, A, Frame> EveryAxisIn<(A, Frame)> for (Here, Rest) {
    type Output = Rest::Output;
}

/// The check of a result whose rank depends on axes that only the run time knows, by the shape of [`AtRunTime`].
pub struct RankBeside<Axis, Shape>(PhantomData<(Axis, Shape)>);
impl<Axis, Shape> Unit for RankBeside<Axis, Shape> {
    const UNIT: Self = Self(PhantomData);
}
acceptable! {
    [Axis] RankBeside<Axis, Here>;
    [Axis] RankBeside<Axis, Unranked>;
    [Axis] RankBeside<Axis, ()>;
    [Axis] RankBeside<Axis, One> where Axis: LiteralAxis;
}
/// Axes that types know; no type has an impl.
#[diagnostic::on_unimplemented(
    message = "the rank of this result depends on an axis that only the run time knows",
    label = "no array outside of the reductions has every axis",
    note = "write the axis as a literal, add the option `keep`, or write into a place"
)]
pub trait LiteralAxis {}
