//! First decision of a mode, on types: where an operand's axes lie among those of a frame, which is a list of axes of the
//! result's rank.
//!
//! Every trait here always has an answer, so that the result's type stays known in a call that is wrong; what is wrong is
//! left over as a type that [`fits`](crate::typed::fits) refuses.

use core::marker::PhantomData;

use crate::rules::call::Alignment;
use crate::shape::axes::{MAX_RANK, NoShape, Unranked};
use crate::shape::axis::One;
use crate::typed::ranks::{Compare, Equal, Less, Longer, Shorter, Unsure};

/// The axes of `Self` laid onto `Frame`, the first of them on the axis that `K` counts; [`One`] where there is none.
pub trait LaidAt<Frame, K> {
    /// As many axes as the frame has.
    type Output;
    /// The axes that stick out of the frame, or [`OutOfRange`] if none of it is there.
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

/// An axis at which nothing can lie.
pub struct OutOfRange;

/// An entry of a mask: an axis of the frame on which an axis of the operand lies.
pub struct Here;
/// An entry of a mask: any other axis of the frame.
pub struct Skip;

/// The axes of `Self` laid onto the axes of `Frame` that `Mask` marks; a mask ends where its last mark is.
pub trait LaidBy<Frame, Mask> {
    /// As many axes as the frame has.
    type Output;
    /// [`Matched`], or what does not match: [`OutOfRange`], or [`Uneven`].
    type Beyond;
}
/// Every axis has a mark, and every mark an axis.
pub struct Matched;
/// There are more axes than marks, or less.
pub struct Uneven;
impl LaidBy<(), ()> for () {
    type Output = ();
    type Beyond = Matched;
}
impl<L, S> LaidBy<(), ()> for (L, S) {
    type Output = ();
    type Beyond = Uneven;
}
impl<S, M, Mask> LaidBy<(), (M, Mask)> for S {
    type Output = ();
    type Beyond = OutOfRange;
}
impl<S: LaidBy<Frame, ()>, F, Frame> LaidBy<(F, Frame), ()> for S {
    type Output = (One, S::Output);
    type Beyond = S::Beyond;
}
impl<S: LaidBy<Frame, Mask>, F, Frame, Mask> LaidBy<(F, Frame), (Skip, Mask)> for S {
    type Output = (One, S::Output);
    type Beyond = S::Beyond;
}
impl<L, S: LaidBy<Frame, Mask>, F, Frame, Mask> LaidBy<(F, Frame), (Here, Mask)> for (L, S) {
    type Output = (L, S::Output);
    type Beyond = S::Beyond;
}
impl<F, Frame, Mask> LaidBy<(F, Frame), (Here, Mask)> for ()
where
    (): LaidBy<Frame, Mask>,
{
    type Output = (One, <() as LaidBy<Frame, Mask>>::Output);
    type Beyond = Uneven;
}

/// What `axis` or `axes` says, of a call or of one operand: nothing, so that the last axes meet.
#[derive(Clone, Copy, Debug)]
pub struct NoAxis;
/// A literal axis, counted by the entries of `K`.
#[derive(Clone, Copy, Debug)]
pub struct AtAxis<K>(PhantomData<K>);
/// Literal axes, as a mask.
#[derive(Clone, Copy, Debug)]
pub struct ByAxes<Mask>(PhantomData<Mask>);
/// A value known only at run time.
#[derive(Clone, Copy, Debug)]
pub struct OpenAxis;

/// An operand without an alignment of its own.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByMode;

/// How each mode aligns (see [`Mode::align`](crate::rules::mode::Mode)): the last axes meet.
#[derive(Clone, Copy, Debug)]
pub struct RightAligned;
/// Axis on axis, all ranks being equal.
#[derive(Clone, Copy, Debug)]
pub struct SameAxes;
/// At `axis`; trailing 1s that stick out are dropped.
#[derive(Clone, Copy, Debug)]
pub struct AtAxisOfA;
/// Operands of lower rank wholly at `axis`.
#[derive(Clone, Copy, Debug)]
pub struct AtAxisOfLongest;
/// By `axes`.
#[derive(Clone, Copy, Debug)]
pub struct ByAxesOfTarget;
/// The first axes meet, with an exception for vectors.
#[derive(Clone, Copy, Debug)]
pub struct LeftAligned;

/// Where an operand lies: the last axes meet.
pub struct Right;
/// Axis on axis.
pub struct Same;
/// From an axis on; trailing 1s may stick out.
pub struct StartingAt<K>(PhantomData<K>);
/// The same, at the call's own axis: whether there is such an axis is asked once, and not of each operand.
pub struct StartingAtAxis<K>(PhantomData<K>);
/// From an axis on, wholly.
pub struct Wholly<K>(PhantomData<K>);
/// From an axis of the frame on, wholly: nothing lies behind the last axis, not even a shape without axes.
pub struct WhollyAt<K>(PhantomData<K>);
/// Axis on axis, at an axis other than 0: only identical shapes do.
pub struct Identical;
/// On the axes of a mask.
pub struct Masked<Mask>(PhantomData<Mask>);
/// Known at run time.
pub struct Open;
/// Known at run time, and the result's shape depends on it.
pub struct Undecided<Why>(PhantomData<Why>);
/// A vector that covers the outermost axis if it is as long, and else the innermost; the result is the same.
pub struct Vector;

/// The position of an operand of shape `S` in `Frame` under the alignment `Self`, with the call's `axis` or `axes` being `X`.
pub trait PositionOf<X, S, Frame> {
    /// The position.
    type Output;
}
impl<X, S, Frame> PositionOf<X, S, Frame> for RightAligned {
    type Output = Right;
}
impl<X, S, Frame> PositionOf<X, S, Frame> for SameAxes {
    type Output = Same;
}
impl<S, Frame> PositionOf<NoAxis, S, Frame> for AtAxisOfA {
    type Output = Right;
}
impl<K, S, Frame> PositionOf<AtAxis<K>, S, Frame> for AtAxisOfA {
    type Output = StartingAtAxis<K>;
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
impl<X, S: Compare<Frame>, Frame> PositionOf<X, S, Frame> for AtAxisOfLongest
where
    S::Output: PaddlePosition<X>,
{
    type Output = <S::Output as PaddlePosition<X>>::Output;
}
impl<X, S, Frame> PositionOf<X, S, Frame> for LeftAligned {
    // Vectors are told apart by `vector`, whose answer is an alignment of its own.
    type Output = Wholly<()>;
}

/// paddle: where an operand lies whose rank compares so with the longest.
pub trait PaddlePosition<X> {
    /// The position.
    type Output;
}
impl PaddlePosition<NoAxis> for Equal {
    type Output = Same;
}
impl PaddlePosition<AtAxis<()>> for Equal {
    type Output = Same;
}
impl<C, K> PaddlePosition<AtAxis<(C, K)>> for Equal {
    type Output = Identical;
}
impl PaddlePosition<OpenAxis> for Equal {
    type Output = Same;
}
impl PaddlePosition<NoAxis> for Shorter {
    type Output = Right;
}
impl<K> PaddlePosition<AtAxis<K>> for Shorter {
    type Output = WhollyAt<K>;
}
impl PaddlePosition<OpenAxis> for Shorter {
    type Output = Undecided<AxisAtRunTime>;
}
impl<X> PaddlePosition<X> for Longer {
    type Output = Right;
}
// What is of unknown rank lies where the run time says.
impl<X> PaddlePosition<X> for Unsure {
    type Output = Open;
}

/// The value of `axis` is known only at run time.
pub struct AxisAtRunTime;
/// Whether a vector is as long as the outermost axis is known only at run time.
pub struct VectorAtRunTime;

/// The position of an operand whose own alignment is `Self`, in the alignment `A` of the mode.
pub trait OwnPosition<A, X, S, Frame> {
    /// The position.
    type Output;
}
impl<A: PositionOf<X, S, Frame>, X, S, Frame> OwnPosition<A, X, S, Frame> for ByMode {
    type Output = A::Output;
}
impl<A, X, S, Frame> OwnPosition<A, X, S, Frame> for NoAxis {
    type Output = Right;
}
impl<A, X, S, Frame, K> OwnPosition<A, X, S, Frame> for AtAxis<K> {
    type Output = StartingAt<K>;
}
impl<A, X, S, Frame, Mask> OwnPosition<A, X, S, Frame> for ByAxes<Mask> {
    type Output = Masked<Mask>;
}
impl<A, X, S, Frame> OwnPosition<A, X, S, Frame> for OpenAxis {
    type Output = Open;
}
impl<A, X, S, Frame> OwnPosition<A, X, S, Frame> for Innermost {
    type Output = Right;
}
impl<A, X, S, Frame> OwnPosition<A, X, S, Frame> for Either {
    type Output = Vector;
}
impl<A, X, S, Frame> OwnPosition<A, X, S, Frame> for Neither {
    type Output = Undecided<VectorAtRunTime>;
}

impl<A, X, S, Frame> OwnPosition<A, X, S, Frame> for Leads {
    type Output = Same;
}

impl<A, X, S: Compare<Frame>, Frame> OwnPosition<A, X, S, Frame> for Beside
where
    S::Output: PaddleBeside<X>,
{
    type Output = <S::Output as PaddleBeside<X>>::Output;
}
/// [`PaddlePosition`], beside a shorter operand.
pub trait PaddleBeside<X> {
    /// The position.
    type Output;
}
impl<X> PaddleBeside<X> for Equal {
    type Output = Same;
}
impl<X> PaddleBeside<X> for Shorter
where
    Self: PaddlePosition<X>,
{
    type Output = <Self as PaddlePosition<X>>::Output;
}
impl<X> PaddleBeside<X> for Longer {
    type Output = Right;
}
impl<X> PaddleBeside<X> for Unsure {
    type Output = Open;
}

/// An operand of paddle beside a shorter one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Beside;
/// The operand whose shape the result has.
#[derive(Clone, Copy, Debug, Default)]
pub struct Leads;
/// A vector of ncnn that lies on the innermost axis.
#[derive(Clone, Copy, Debug)]
pub struct Innermost;
/// A vector of ncnn that lies on the outermost or the innermost axis, with the same shape of the result.
#[derive(Clone, Copy, Debug)]
pub struct Either;
/// A vector of ncnn whose axis decides the shape of the result, and is not decided by types.
#[derive(Clone, Copy, Debug)]
pub struct Neither;

/// The shape `Self` in `Frame` at the position `P`.
pub trait Laid<P, Frame> {
    /// As many axes as the frame has; those of no operand are [`One`].
    type Axes;
    /// What [`fits`](crate::typed::fits) refuses if the operand can't lie there.
    type Beyond;
}
impl<P, Frame> Laid<P, Frame> for NoShape {
    type Axes = ();
    type Beyond = Lies;
}
impl<P, Frame> Laid<P, Frame> for Unranked {
    type Axes = ();
    type Beyond = Lies;
}
macro_rules! lists {
    ($(<$($l:ident, $s:ident)?> $list:ty;)*) => {$(
        impl<P: Lay<$list, Frame>, Frame $(, $l, $s)?> Laid<P, Frame> for $list {
            type Axes = P::Axes;
            type Beyond = P::Beyond;
        }
    )*};
}
lists! {
    <> ();
    <L, S> (L, S);
}

/// [`Laid`] for lists, by position.
pub trait Lay<S, Frame> {
    /// See [`Laid::Axes`].
    type Axes;
    /// See [`Laid::Beyond`].
    type Beyond;
}

/// Nothing is wrong.
pub struct Lies;
/// Refused unless the list is empty: so many axes are too many.
pub struct Beyond<List>(PhantomData<List>);
/// Refused unless every axis of the list is a 1 that may be dropped.
pub struct Dropped<List>(PhantomData<List>);
/// Refused unless the ranks are [`Equal`].
pub struct Ranks<Compared>(PhantomData<Compared>);
/// Refused unless every axis of both lists is the same.
pub struct Alike<S, Frame>(PhantomData<(S, Frame)>);
/// Refused unless [`Matched`].
pub struct Marked<Match>(PhantomData<Match>);

impl<S, Frame: Less<S>> Lay<S, Frame> for Right
where
    S: LaidAt<Frame, Frame::Output> + Less<Frame>,
{
    type Axes = <S as LaidAt<Frame, Frame::Output>>::Output;
    type Beyond = Beyond<<S as Less<Frame>>::Output>;
}
impl<S: LaidAt<Frame, ()> + Compare<Frame>, Frame> Lay<S, Frame> for Same {
    type Axes = <S as LaidAt<Frame, ()>>::Output;
    type Beyond = Ranks<<S as Compare<Frame>>::Output>;
}
impl<S: LaidAt<Frame, K> + Less<Frame>, Frame, K> Lay<S, Frame> for StartingAt<K>
where
    <S as Less<Frame>>::Output: Surplus<<S as LaidAt<Frame, K>>::Beyond>,
{
    type Axes = <S as LaidAt<Frame, K>>::Output;
    type Beyond = <<S as Less<Frame>>::Output as Surplus<<S as LaidAt<Frame, K>>::Beyond>>::Output;
}
impl<S: LaidAt<Frame, K> + Less<Frame>, Frame, K> Lay<S, Frame> for StartingAtAxis<K>
where
    S::Beyond: InRange,
    <S as Less<Frame>>::Output: Surplus<<S::Beyond as InRange>::Output>,
{
    type Axes = <S as LaidAt<Frame, K>>::Output;
    type Beyond = <<S as Less<Frame>>::Output as Surplus<<S::Beyond as InRange>::Output>>::Output;
}
impl<S: LaidAt<Frame, K>, Frame, K> Lay<S, Frame> for Wholly<K> {
    type Axes = S::Output;
    type Beyond = Beyond<S::Beyond>;
}
impl<S: LaidAt<Frame, K>, Frame, K> Lay<S, Frame> for WhollyAt<K>
where
    (One, ()): LaidAt<Frame, K>,
    <(One, ()) as LaidAt<Frame, K>>::Beyond: IfInRange<Beyond<S::Beyond>>,
{
    type Axes = S::Output;
    type Beyond = <<(One, ()) as LaidAt<Frame, K>>::Beyond as IfInRange<Beyond<S::Beyond>>>::Output;
}
impl<S: LaidAt<Frame, ()>, Frame> Lay<S, Frame> for Identical {
    type Axes = S::Output;
    type Beyond = Alike<S, Frame>;
}
impl<S: LaidBy<Frame, Mask>, Frame, Mask> Lay<S, Frame> for Masked<Mask> {
    type Axes = S::Output;
    type Beyond = Marked<S::Beyond>;
}
impl<S, Frame> Lay<S, Frame> for Open {
    type Axes = ();
    type Beyond = Lies;
}
impl<S, Frame, Why> Lay<S, Frame> for Undecided<Why> {
    type Axes = ();
    type Beyond = Self;
}
impl<L, Frame> Lay<(L, ()), Frame> for Vector {
    // On either axis nothing is stretched: the innermost one has this length already, and the outermost one only a vector of
    // that same length lies on.
    type Axes = ();
    type Beyond = Lies;
}

/// What sticks out of a frame at an axis that is one of its own: nothing does at any other.
pub trait InRange {
    /// A list.
    type Output;
}
impl InRange for () {
    type Output = ();
}
impl<L, S> InRange for (L, S) {
    type Output = (L, S);
}
impl InRange for OutOfRange {
    type Output = ();
}

/// The call's `axis` in a frame. It may be the one behind the last, where only a shape without axes can lie.
pub trait AxisIn<Frame> {
    /// `()`, or axes that the frame would have to have more.
    type Missing;
}
impl<Frame> AxisIn<Frame> for NoAxis {
    type Missing = ();
}
impl<Frame> AxisIn<Frame> for OpenAxis {
    type Missing = ();
}
impl<Frame, Mask> AxisIn<Frame> for ByAxes<Mask> {
    type Missing = ();
}
impl<Frame, K: Less<Frame>> AxisIn<Frame> for AtAxis<K> {
    type Missing = K::Output;
}

/// The axes that a shape has more than its frame: with none of them, trailing 1s that stick out of the frame (`Out`) are dropped.
pub trait Surplus<Out> {
    /// [`Dropped`], or [`Beyond`] if there are too many axes wherever they lie.
    type Output;
}
impl<Out> Surplus<Out> for () {
    type Output = Dropped<Out>;
}
impl<L, S, Out> Surplus<Out> for (L, S) {
    type Output = Beyond<(L, S)>;
}

/// `Lies`, unless what sticks out of a frame shows that an axis is none of its own.
pub trait IfInRange<Lies> {
    /// `Lies`, or [`Beyond`] an axis that is not there.
    type Output;
}
impl<Lies> IfInRange<Lies> for () {
    type Output = Lies;
}
impl<L, S, Lies> IfInRange<Lies> for (L, S) {
    type Output = Beyond<OutOfRange>;
}
impl<Lies> IfInRange<Lies> for OutOfRange {
    type Output = Beyond<OutOfRange>;
}

/// An alignment as a constant, where types know it.
pub trait AlignmentOf {
    /// [`Alignment::ByMode`] for what the mode decides.
    const ALIGNMENT: Alignment<'static>;
}
macro_rules! by_mode {
    ($($mark:ty)*) => {$(
        impl AlignmentOf for $mark {
            const ALIGNMENT: Alignment<'static> = Alignment::ByMode;
        }
    )*};
}
by_mode!(ByMode OpenAxis Innermost Either Neither Leads Beside);
impl AlignmentOf for NoAxis {
    const ALIGNMENT: Alignment<'static> = Alignment::Axis(-1);
}
impl<K: Entries> AlignmentOf for AtAxis<K> {
    const ALIGNMENT: Alignment<'static> = Alignment::Axis(K::COUNT as i64);
}
impl<Mask: Entries> AlignmentOf for ByAxes<Mask> {
    const ALIGNMENT: Alignment<'static> = Alignment::Axes(Mask::MARKED.0.split_at(Mask::MARKED.1).0);
}

/// A list of marks, counted.
pub trait Entries {
    /// How many there are.
    const COUNT: usize;
    /// The places of [`Here`] among them, and how many those are.
    const MARKED: &'static ([i64; MAX_RANK + 1], usize) = &([0; MAX_RANK + 1], 0);
}
impl Entries for () {
    const COUNT: usize = 0;
}
impl<K: Entries> Entries for (One, K) {
    const COUNT: usize = 1 + K::COUNT;
}
impl<Mask: Entries> Entries for (Skip, Mask) {
    const COUNT: usize = 1 + Mask::COUNT;
    const MARKED: &'static ([i64; MAX_RANK + 1], usize) = &behind(Mask::MARKED, false);
}
impl<Mask: Entries> Entries for (Here, Mask) {
    const COUNT: usize = 1 + Mask::COUNT;
    const MARKED: &'static ([i64; MAX_RANK + 1], usize) = &behind(Mask::MARKED, true);
}

/// The marked places behind one more entry.
const fn behind(marked: &([i64; MAX_RANK + 1], usize), is_marked: bool) -> ([i64; MAX_RANK + 1], usize) {
    let (mut places, shift) = ([0; MAX_RANK + 1], is_marked as usize);
    let mut place = 0;
    while place < marked.1 {
        places[place + shift] = marked.0[place] + 1;
        place += 1;
    }
    (places, marked.1 + shift)
}

/// The mark of a call, or of an operand's own alignment, without a literal axis other than -1.
#[must_use]
#[inline(always)]
pub const fn no_axis() -> NoAxis {
    NoAxis
}
/// The mark of a literal axis.
#[must_use]
#[inline(always)]
pub fn at_axis<K>() -> AtAxis<K> {
    AtAxis(PhantomData)
}
/// The mark of literal axes.
#[must_use]
#[inline(always)]
pub fn by_axes<Mask>() -> ByAxes<Mask> {
    ByAxes(PhantomData)
}
/// The mark of a value known only at run time.
#[must_use]
#[inline(always)]
pub fn open_axis() -> OpenAxis {
    OpenAxis
}
