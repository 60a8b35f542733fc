//! What lists of axes have to do with each other, as far as [`suspect`](super) asks.

use crate::shape::axes::NoShape;
use crate::shape::axis::{And, Len, NamedLen, No, One, Unknown, Yes};
use crate::typed::ranks::Less;

/// A shape whose lengths are those of the outermost axes of `Frame`, a 1 excepted, which says nothing. What is unknown is not
/// suspected.
pub trait LiesOn<Frame> {}
impl<Frame> LiesOn<Frame> for () {}
impl<S: LiesOn<Frame>, A, Frame> LiesOn<(A, Frame)> for (One, S) {}
impl<S: LiesOn<Frame>, Frame, const N: usize> LiesOn<(Len<N>, Frame)> for (Len<N>, S) {}
impl<S: LiesOn<Frame>, Frame, Name> LiesOn<(NamedLen<Name>, Frame)> for (NamedLen<Name>, S) {}

/// A shape with a length other than 1.
pub trait SaysLength {}
impl<S: SaysLength> SaysLength for (One, S) {}
impl<S, const N: usize> SaysLength for (Len<N>, S) {}
impl<S, Name> SaysLength for (NamedLen<Name>, S) {}

/// An axis of a length that is certainly other than 1, and known by number or name.
pub trait IsLength {}
impl<const N: usize> IsLength for Len<N> {}
impl<Name> IsLength for NamedLen<Name> {}

/// A list with more axes than `S`.
pub trait LongerThan<S> {}
impl<A, B> LongerThan<()> for (A, B) {}
impl<A, B: LongerThan<S>, L, S> LongerThan<(L, S)> for (A, B) {}

/// A list without as many of its first axes as `Count` has.
pub trait Behind<Count> {
    /// The other axes.
    type Rest;
}
impl<A> Behind<()> for A {
    type Rest = A;
}
impl<C, Count> Behind<(C, Count)> for () {
    type Rest = ();
}
impl<A, B: Behind<Count>, C, Count> Behind<(C, Count)> for (A, B) {
    type Rest = B::Rest;
}

/// A shape that lies on the innermost axes of `Frame`, which has more.
pub trait LiesInnermost<Frame> {}
impl<S, Frame: LongerThan<S> + Less<S> + Behind<<Frame as Less<S>>::Output>> LiesInnermost<Frame> for S where
    S: LiesOn<<Frame as Behind<<Frame as Less<S>>::Output>>::Rest>
{
}

/// Whether an array has certainly both axes, or all: what spans a result is why it has its axes.
pub trait Spans<Out> {
    /// [`Yes`] or [`No`].
    type Output;
}
impl Spans<()> for () {
    type Output = Yes;
}
// What lies nowhere spans nothing.
impl<A, Out> Spans<(A, Out)> for () {
    type Output = No;
}
impl<E: AxisSpans<A>, S: Spans<Out>, A, Out> Spans<(A, Out)> for (E, S)
where
    E::Output: And<S::Output>,
{
    type Output = <E::Output as And<S::Output>>::Output;
}
/// [`Spans`], on one axis: only a 1 does not, where the result has another length.
pub trait AxisSpans<A> {
    /// [`Yes`] or [`No`].
    type Output;
}
macro_rules! spans {
    ($(<$($name:ident),* $(; const $n:ident)?> $axis:ty, $of_one:ident;)*) => {$(
        impl<A, $($name,)* $(const $n: usize)?> AxisSpans<A> for $axis {
            type Output = Yes;
        }
        impl<$($name,)* $(const $n: usize)?> OneSpans for $axis {
            type Output = $of_one;
        }
    )*};
}
spans! {
    <; const N> Len<N>, No;
    <Name> NamedLen<Name>, No;
    <> Unknown, No;
}
impl<A: OneSpans> AxisSpans<A> for One {
    type Output = A::Output;
}
/// Whether a 1 spans the axis `Self` of a result.
pub trait OneSpans {
    /// [`Yes`] or [`No`].
    type Output;
}
impl OneSpans for One {
    type Output = Yes;
}

/// The lengths of `Self` where `Other` has 1; unknown ones are left out.
pub trait Beside<Other> {
    /// A list.
    type Lengths;
}
macro_rules! beside {
    ($(<$($name:ident),* $(; $(const $n:ident),*)?> $mine:ty, $other:ty => $lengths:ty;)*) => {$(
        impl<S: Beside<R>, R, $($name,)* $($(const $n: usize,)*)?> Beside<($other, R)> for ($mine, S) {
            type Lengths = $lengths;
        }
    )*};
}
beside! {
    <M> Unknown, M => S::Lengths;
    <M> One, M => S::Lengths;
    <; const N> Len<N>, One => (Len<N>, S::Lengths);
    <; const N> Len<N>, Unknown => S::Lengths;
    <; const N, const M> Len<N>, Len<M> => S::Lengths;
    <Name; const N> Len<N>, NamedLen<Name> => S::Lengths;
    <Name> NamedLen<Name>, One => (NamedLen<Name>, S::Lengths);
    <Name> NamedLen<Name>, Unknown => S::Lengths;
    <Name; const N> NamedLen<Name>, Len<N> => S::Lengths;
    <Name, Other> NamedLen<Name>, NamedLen<Other> => S::Lengths;
}
impl Beside<()> for () {
    type Lengths = ();
}
impl<A, B> Beside<()> for (A, B) {
    type Lengths = ();
}
impl<A, B> Beside<(A, B)> for () {
    type Lengths = ();
}
// Nobody has a say.
impl<Other> Beside<Other> for NoShape {
    type Lengths = ();
}

/// The axis of a list that `K` counts.
pub trait AxisAt<K> {
    /// The axis; [`One`] behind the last.
    type Axis;
}
impl<K> AxisAt<K> for () {
    type Axis = One;
}
impl<A, B> AxisAt<()> for (A, B) {
    type Axis = A;
}
impl<A, B: AxisAt<K>, C, K> AxisAt<(C, K)> for (A, B) {
    type Axis = B::Axis;
}

/// A shape on the result's axes, if it has a length other than 1 at one of them, `Self`.
pub trait IfExtends<Axes> {
    /// `Axes`, or `()`.
    type Axes;
}
impl<Axes> IfExtends<Axes> for One {
    type Axes = ();
}
impl<Axes, const N: usize> IfExtends<Axes> for Len<N> {
    type Axes = Axes;
}
impl<Axes, Name> IfExtends<Axes> for NamedLen<Name> {
    type Axes = Axes;
}
impl<Axes> IfExtends<Axes> for Unknown {
    type Axes = Axes;
}
