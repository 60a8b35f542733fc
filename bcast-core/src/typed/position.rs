//! First decision of a mode, as types: the positions of an operand's axes in a frame, which is a list of axes of the result's rank.
//!
//! Every trait is implemented for wrong calls too, so that the result's type stays known. Bounds on positions never refuse calls that the
//! rulebook accepts; wrong calls that they accept are refused by constants.
#![allow(missing_docs, reason = "documented by their traits")]

use core::marker::PhantomData;

use crate::operand::alignment::{AtAxis, ByAxes, ByMode, Either, Here, Innermost, Neither, NoAxis, OpenAxis, Skip};
use crate::shape::axes::{NoShape, Unranked};
use crate::shape::axis::{Len, NamedLen, No, One, Unknown, Yes};

/// Removes as many entries from `Self` as `Other` has.
pub trait Less<Other> {
    type Output;
}
impl<A> Less<()> for A {
    type Output = A;
}
impl<M, B> Less<(M, B)> for () {
    type Output = ();
}
impl<L, A: Less<B>, M, B> Less<(M, B)> for (L, A) {
    type Output = A::Output;
}
// Not compared beside arrays of unknown rank; the result is unused.
impl<M, B> Less<(M, B)> for Unranked {
    type Output = ();
}
impl Less<Unranked> for () {
    type Output = ();
}
impl<L, A> Less<Unranked> for (L, A) {
    type Output = ();
}

/// [`Yes`] if a list is empty, else [`No`].
pub trait IsEmpty {
    type Output;
}
impl IsEmpty for () {
    type Output = Yes;
}
impl<L, S> IsEmpty for (L, S) {
    type Output = No;
}

/// Compares the ranks of two lists.
pub trait Compare<Other> {
    /// [`Longer`], [`Shorter`], [`Equal`] or [`Unsure`].
    type Output;
}
pub struct Longer;
pub struct Shorter;
pub struct Equal;
/// The rank of one list is unknown.
pub struct Unsure;
impl Compare<()> for () {
    type Output = Equal;
}
impl<L, A> Compare<()> for (L, A) {
    type Output = Longer;
}
impl<M, B> Compare<(M, B)> for () {
    type Output = Shorter;
}
impl<L, A: Compare<B>, M, B> Compare<(M, B)> for (L, A) {
    type Output = A::Output;
}
impl<Other> Compare<Other> for NoShape {
    type Output = Unsure;
}
impl<Other> Compare<Other> for Unranked {
    type Output = Unsure;
}
impl Compare<Unranked> for () {
    type Output = Unsure;
}
impl<L, A> Compare<Unranked> for (L, A) {
    type Output = Unsure;
}

/// Alignments of modes (see [`Mode::align`](crate::rules::mode::Mode)): the last axes meet.
#[derive(Clone, Copy, Debug)]
pub struct RightAligned;
/// Axis on axis, with equal ranks.
#[derive(Clone, Copy, Debug)]
pub struct SameAxes;
/// At `axis`; trailing 1s beyond the frame are dropped.
#[derive(Clone, Copy, Debug)]
pub struct AtAxisOfA;
/// At `axis`, with all axes in the frame, for operands of lower rank.
#[derive(Clone, Copy, Debug)]
pub struct AtAxisOfLongest;
/// By `axes`.
#[derive(Clone, Copy, Debug)]
pub struct ByAxesOfTarget;
/// The first axes meet, with an exception for vectors.
#[derive(Clone, Copy, Debug)]
pub struct LeftAligned;

/// Positions: the last axes meet.
pub struct Right;
/// Axis on axis.
pub struct Same;
/// From an axis on; trailing 1s may lie beyond the frame.
pub struct StartingAt<K>(PhantomData<K>);
/// From an axis on, with all axes in the frame.
pub struct Wholly<K>(PhantomData<K>);
/// On the axes of a mask.
pub struct Masked<Mask>(PhantomData<Mask>);
/// Found at run time; types check nothing.
pub struct Open;
/// Found at run time, though the result's shape depends on it.
pub struct Undecided<Why>(PhantomData<Why>);

/// The value of `axis` is known only at run time.
pub struct AxisAtRunTime;
/// The comparison of a vector with the outermost length is done at run time.
pub struct VectorAtRunTime;

/// The position of an operand of shape `S` in `Frame` by the alignment `Self`, with the call's `axis` or `axes` `X`.
pub trait PositionOf<X, S, Frame> {
    type Output;
}
impl<X, S, Frame> PositionOf<X, S, Frame> for RightAligned {
    type Output = Right;
}
impl<X, S, Frame> PositionOf<X, S, Frame> for SameAxes {
    type Output = Same;
}
impl<X, S, Frame> PositionOf<X, S, Frame> for LeftAligned {
    // The method `__bcast_lies` gives vectors an alignment of their own.
    type Output = Wholly<()>;
}
impl<S, Frame> PositionOf<NoAxis, S, Frame> for AtAxisOfA {
    type Output = Right;
}
impl<S: Compare<Frame>, Frame, K> PositionOf<AtAxis<K>, S, Frame> for AtAxisOfA
where
    S::Output: Beside<StartingAt<K>>,
{
    type Output = <S::Output as Beside<StartingAt<K>>>::Output;
}
impl<S, Frame> PositionOf<OpenAxis, S, Frame> for AtAxisOfA {
    type Output = Open;
}
impl<S, Frame> PositionOf<NoAxis, S, Frame> for ByAxesOfTarget {
    type Output = Same;
}
impl<Mask, S, Frame> PositionOf<ByAxes<Mask>, S, Frame> for ByAxesOfTarget {
    type Output = Masked<Mask>;
}
impl<S, Frame> PositionOf<OpenAxis, S, Frame> for ByAxesOfTarget {
    type Output = Open;
}
impl<S, Frame> PositionOf<NoAxis, S, Frame> for AtAxisOfLongest {
    type Output = Right;
}
impl<S: Compare<Frame>, Frame, K> PositionOf<AtAxis<K>, S, Frame> for AtAxisOfLongest
where
    S::Output: BesideLongest<Wholly<K>>,
{
    type Output = <S::Output as BesideLongest<Wholly<K>>>::Output;
}
impl<S: Compare<Frame>, Frame> PositionOf<OpenAxis, S, Frame> for AtAxisOfLongest
where
    S::Output: BesideLongest<Undecided<AxisAtRunTime>>,
{
    type Output = <S::Output as BesideLongest<Undecided<AxisAtRunTime>>>::Output;
}

/// Mode pdpd: the position of an operand by its rank compared with A's. An operand of A's rank may be A itself, which lies axis on axis.
pub trait Beside<AtItsAxis> {
    type Output;
}
/// Mode paddle: the position by the rank compared with the longest operand's. Equal ranks lie axis on axis; types do not check that such
/// shapes are identical.
pub trait BesideLongest<AtItsAxis> {
    type Output;
}
macro_rules! beside {
    ($($rank:ty: $of_a:ty, $of_longest:ty;)*) => {$(
        impl<P> Beside<P> for $rank {
            type Output = $of_a;
        }
        impl<P> BesideLongest<P> for $rank {
            type Output = $of_longest;
        }
    )*};
}
beside! {
    Shorter: P, P;
    Equal: Open, Same;
    Longer: Right, Right;
    Unsure: Open, Open;
}

/// The position of an operand with the own alignment `Self`, in a mode with the alignment `A`.
pub trait OwnPosition<A, X, S, Frame> {
    type Output;
}
impl<A: PositionOf<X, S, Frame>, X, S, Frame> OwnPosition<A, X, S, Frame> for ByMode {
    type Output = A::Output;
}
macro_rules! own_positions {
    ($(<$($list:ident)?> $mark:ty => $position:ty;)*) => {$(
        impl<A, X, S, Frame, $($list)?> OwnPosition<A, X, S, Frame> for $mark {
            type Output = $position;
        }
    )*};
}
own_positions! {
    <> NoAxis => Right;
    <K> AtAxis<K> => StartingAt<K>;
    <Mask> ByAxes<Mask> => Masked<Mask>;
    <> OpenAxis => Open;
    <> Innermost => Right;
    <> Either => Open;
    <> Neither => Undecided<VectorAtRunTime>;
}

/// The axes of `Self` laid on `Frame` from the axis that `K` counts; [`One`] on the other axes.
pub trait LaidAt<Frame, K> {
    type Output;
    /// The axes beyond the frame, or [`OutOfRange`] if `K` is.
    type Beyond;
}
impl<S> LaidAt<(), ()> for S {
    type Output = ();
    type Beyond = S;
}
impl<S, C, K> LaidAt<(), (C, K)> for S {
    type Output = ();
    type Beyond = OutOfRange;
}
impl<S: LaidAt<Frame, K>, F, Frame, C, K> LaidAt<(F, Frame), (C, K)> for S {
    type Output = (One, S::Output);
    type Beyond = S::Beyond;
}
impl<L, S: LaidAt<Frame, ()>, F, Frame> LaidAt<(F, Frame), ()> for (L, S) {
    type Output = (L, S::Output);
    type Beyond = S::Beyond;
}
impl<F, Frame> LaidAt<(F, Frame), ()> for ()
where
    (): LaidAt<Frame, ()>,
{
    type Output = (One, <() as LaidAt<Frame, ()>>::Output);
    type Beyond = ();
}
impl<S, K> LaidAt<Unranked, K> for S {
    type Output = ();
    type Beyond = ();
}

/// An axis outside the frame.
pub struct OutOfRange;

/// [`Yes`] if all axes beyond a frame may be dropped: each is or may be a 1.
pub trait AreDropped {
    type Output;
}
impl AreDropped for () {
    type Output = Yes;
}
impl<S: AreDropped> AreDropped for (One, S) {
    type Output = S::Output;
}
impl<S: AreDropped> AreDropped for (Unknown, S) {
    type Output = S::Output;
}
impl<const N: usize, S> AreDropped for (Len<N>, S) {
    type Output = No;
}
impl<Name, S> AreDropped for (NamedLen<Name>, S) {
    type Output = No;
}
impl AreDropped for OutOfRange {
    type Output = No;
}

/// The axes of `Self` laid on the axes of `Frame` that `Mask` marks; a mask ends with its last mark.
pub trait LaidBy<Frame, Mask> {
    type Output;
    /// [`Yes`] if every axis has a mark in the frame and every mark has an axis.
    type Lies;
}
impl<S: IsEmpty> LaidBy<(), ()> for S {
    type Output = ();
    type Lies = S::Output;
}
impl<S, M, Mask> LaidBy<(), (M, Mask)> for S {
    type Output = ();
    type Lies = No;
}
impl<S: LaidBy<Frame, ()>, F, Frame> LaidBy<(F, Frame), ()> for S {
    type Output = (One, S::Output);
    type Lies = S::Lies;
}
impl<S: LaidBy<Frame, Mask>, F, Frame, Mask> LaidBy<(F, Frame), (Skip, Mask)> for S {
    type Output = (One, S::Output);
    type Lies = S::Lies;
}
impl<L, S: LaidBy<Frame, Mask>, F, Frame, Mask> LaidBy<(F, Frame), (Here, Mask)> for (L, S) {
    type Output = (L, S::Output);
    type Lies = S::Lies;
}
impl<F, Frame, Mask> LaidBy<(F, Frame), (Here, Mask)> for ()
where
    (): LaidBy<Frame, Mask>,
{
    type Output = (One, <() as LaidBy<Frame, Mask>>::Output);
    type Lies = No;
}
impl<S, Mask> LaidBy<Unranked, Mask> for S {
    type Output = ();
    type Lies = Yes;
}

/// The shape `Self` in `Frame` at the position `P`.
pub trait Laid<P, Frame> {
    /// The axes on the frame; [`One`] where the operand has none.
    type Axes;
    /// [`Yes`] if all axes lie there, [`No`], or [`Undecided`].
    type Lies;
}
impl<P, Frame> Laid<P, Frame> for NoShape {
    type Axes = ();
    type Lies = Yes;
}
impl<P, Frame> Laid<P, Frame> for Unranked {
    type Axes = ();
    type Lies = Yes;
}
macro_rules! lists {
    ($(<$($l:ident, $s:ident)?> $list:ty;)*) => {$(
        impl<P: Lay<$list, Frame>, Frame $(, $l, $s)?> Laid<P, Frame> for $list {
            type Axes = P::Axes;
            type Lies = P::Lies;
        }
    )*};
}
lists! {
    <> ();
    <L, S> (L, S);
}

/// [`Laid`] for lists, by position.
pub trait Lay<S, Frame> {
    type Axes;
    type Lies;
}
impl<S, Frame: Less<S>> Lay<S, Frame> for Right
where
    S: LaidAt<Frame, Frame::Output> + Less<Frame, Output: IsEmpty>,
{
    type Axes = <S as LaidAt<Frame, Frame::Output>>::Output;
    type Lies = <<S as Less<Frame>>::Output as IsEmpty>::Output;
}
impl<S: LaidAt<Frame, ()> + Compare<Frame, Output: IsEqual>, Frame> Lay<S, Frame> for Same {
    type Axes = <S as LaidAt<Frame, ()>>::Output;
    type Lies = <<S as Compare<Frame>>::Output as IsEqual>::Output;
}
impl<S, Frame, K> Lay<S, Frame> for StartingAt<K>
where
    S: LaidAt<Frame, K, Beyond: AreDropped> + Less<Frame>,
    <S as Less<Frame>>::Output: IfEmpty<<S::Beyond as AreDropped>::Output>,
{
    type Axes = <S as LaidAt<Frame, K>>::Output;
    type Lies = <<S as Less<Frame>>::Output as IfEmpty<<S::Beyond as AreDropped>::Output>>::Output;
}
impl<S: LaidAt<Frame, K, Beyond: IsWhole>, Frame, K> Lay<S, Frame> for Wholly<K> {
    type Axes = S::Output;
    type Lies = <S::Beyond as IsWhole>::Output;
}
impl<S: LaidBy<Frame, Mask>, Frame, Mask> Lay<S, Frame> for Masked<Mask> {
    type Axes = S::Output;
    type Lies = S::Lies;
}
impl<S, Frame> Lay<S, Frame> for Open {
    type Axes = ();
    type Lies = Yes;
}
impl<S, Frame, Why> Lay<S, Frame> for Undecided<Why> {
    type Axes = ();
    type Lies = Self;
}

/// [`Yes`] if ranks are equal or may be.
pub trait IsEqual {
    type Output;
}
/// [`Yes`] if no axis lies beyond a frame.
pub trait IsWhole {
    type Output;
}
/// `Lies` if the shape has at most as many axes as its frame, else [`No`].
pub trait IfEmpty<Lies> {
    type Output;
}
impl<Lies> IfEmpty<Lies> for () {
    type Output = Lies;
}
impl<L, S, Lies> IfEmpty<Lies> for (L, S) {
    type Output = No;
}
macro_rules! answers {
    ($($question:ident: $(<$($l:ident, $s:ident)?> $of:ty => $answer:ty),*;)*) => {$($(
        impl$(<$l, $s>)? $question for $of {
            type Output = $answer;
        }
    )*)*};
}
answers! {
    IsEqual: <> Equal => Yes, <> Unsure => Yes, <> Longer => No, <> Shorter => No;
    IsWhole: <> () => Yes, <L, S> (L, S) => No, <> OutOfRange => No;
}
