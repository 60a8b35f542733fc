//! The law of every mode, on types: on each axis of the result the lengths are equal, or a 1 stretches. What does not fit
//! is a bound that does not hold, with a message in plain words.
//!
//! Each refusal ends in a trait that nothing wrong implements, so that the compiler's first line is ours.

use core::marker::PhantomData;

use crate::names::ModeName;
use crate::operand::Entry;
use crate::says::Says;
use crate::target::{NoTo, StaticTo, To};
use crate::typed::align::{
    Alike, AxisAtRunTime, Beyond, Dropped, Equal, Laid, Lies, Longer, Marked, Matched, OutOfRange, Ranks, Right, Same,
    Shorter, Undecided, Uneven, VectorAtRunTime,
};
use crate::typed::axis::{Dim, Len, One, Unknown};
use crate::typed::outcome::{InFrame, TargetShape};
use crate::typed::shape::{List, NoAxis, NoShape, Resolved, TupleAxes, Unranked};

/// Operands may stretch.
#[derive(Clone, Copy, Debug)]
pub struct Stretches;
/// Nobody does.
#[derive(Clone, Copy, Debug)]
pub struct Stays;

/// A length that fits `Out` at axis `AXIS` of the result; `May` says whether it may stretch, `M` the mode, `S` and `O` the
/// shapes that both are from, for messages.
#[diagnostic::on_unimplemented(message = "{Self} meets {Out} at axis {AXIS} (mode = {M})")]
pub trait Fits<Out, const AXIS: usize, May, M, S, O> {}

macro_rules! fits {
    ($(<$($name:ident),* $(; $(const $n:ident),*)?> $length:ty, $out:ty, $may:ty $(where $(($($by:tt)*))*)?;)*) => {$(
        impl<$($name,)* $($(const $n: usize,)*)? const AXIS: usize, M, S, O> Fits<$out, AXIS, $may, M, S, O> for $length
        $(where $($($by)*,)*)? {}
    )*};
}
fits! {
    <Out, May> NoAxis, Out, May;
    <Out> One, Out, Stretches;
    <> One, One, Stays;
    <> One, Unknown, Stays;
    <; const J> One, Len<J>, Stays where ((): Stay<J, AXIS, M, S, O>);
    <Name> One, Dim<Name>, Stays where ((): StayBy<Name, AXIS, M, S, O>);
    <May; const K> Len<K>, One, May where ((): Meet<K, 1, AXIS, M, S, O>);
    <May; const K, const J> Len<K>, Len<J>, May where ((): Meet<K, J, AXIS, M, S, O>);
    <May, Name; const K> Len<K>, Dim<Name>, May where ((): MeetName<K, Name, AXIS, M, S, O>);
    <May; const K> Len<K>, Unknown, May;
    <May, Name> Dim<Name>, One, May where ((): NameMeets<Name, 1, AXIS, M, S, O>);
    <May, Name; const J> Dim<Name>, Len<J>, May where ((): NameMeets<Name, J, AXIS, M, S, O>);
    <May, Name, Other> Dim<Name>, Dim<Other>, May where ((): NamesMeet<Name, Other, AXIS, M, S, O>);
    <May, Name> Dim<Name>, Unknown, May;
    <May> Unknown, One, May;
    <May; const J> Unknown, Len<J>, May;
    <May, Name> Unknown, Dim<Name>, May;
    <May> Unknown, Unknown, May;
}

/// Two lengths that are one.
#[diagnostic::on_unimplemented(
    message = "length {K} meets {J} at axis {AXIS} of the result (mode = {M})",
    label = "`{S}` does not fit `{O}`",
    note = "only a literal 1 stretches: `1` in `shape!`, `[T; 1]` in nested arrays"
)]
pub trait Meet<const K: usize, const J: usize, const AXIS: usize, M, S, O> {}
impl<Any, const K: usize, const AXIS: usize, M, S, O> Meet<K, K, AXIS, M, S, O> for Any {}

/// Holds for nothing.
#[diagnostic::on_unimplemented(
    message = "length 1 meets {J} at axis {AXIS}, and nothing stretches here (mode = {M})",
    label = "`{S}` is not `{O}`"
)]
pub trait Stay<const J: usize, const AXIS: usize, M, S, O> {}
/// Holds for nothing.
#[diagnostic::on_unimplemented(
    message = "length 1 meets `{Name}` at axis {AXIS}, and nothing stretches here (mode = {M})",
    label = "`{S}` is not `{O}`"
)]
pub trait StayBy<Name, const AXIS: usize, M, S, O> {}
/// Holds for nothing.
#[diagnostic::on_unimplemented(
    message = "length {K} meets `{Name}` at axis {AXIS} of the result (mode = {M})",
    label = "`{S}` does not fit `{O}`",
    note = "`{Name}` is a length known only at run time; `_` instead of it is compared then"
)]
pub trait MeetName<const K: usize, Name, const AXIS: usize, M, S, O> {}
/// Holds for nothing.
#[diagnostic::on_unimplemented(
    message = "length `{Name}` meets {J} at axis {AXIS} of the result (mode = {M})",
    label = "`{S}` does not fit `{O}`",
    note = "a name never stretches, and is equal only to itself; `_` instead of it is compared at run time"
)]
pub trait NameMeets<Name, const J: usize, const AXIS: usize, M, S, O> {}
/// Two names that are one.
#[diagnostic::on_unimplemented(
    message = "length `{Name}` meets `{Other}` at axis {AXIS} of the result (mode = {M})",
    label = "`{S}` does not fit `{O}`",
    note = "a name is equal only to itself; `_` instead of one of them is compared at run time"
)]
pub trait NamesMeet<Name, Other, const AXIS: usize, M, S, O> {}
impl<Any, Name, const AXIS: usize, M, S, O> NamesMeet<Name, Name, AXIS, M, S, O> for Any {}

/// Where an operand can lie. `S` and `O` are its shape and the result's.
#[diagnostic::on_unimplemented(message = "`{S}` does not lie in `{O}` (mode = {M})")]
pub trait Sits<M, S, O> {}
impl<M, S, O> Sits<M, S, O> for Lies {}
impl<M, S, O> Sits<M, S, O> for Beyond<()> {}
impl<M, S, O, A, B> Sits<M, S, O> for Beyond<(A, B)> where (): NotHigher<M, S, O> {}
impl<M, S, O> Sits<M, S, O> for Beyond<OutOfRange> where (): AxisInRange<M, S, O> {}
impl<M, S, O> Sits<M, S, O> for Dropped<()> {}
impl<M, S, O, B> Sits<M, S, O> for Dropped<(One, B)> where Dropped<B>: Sits<M, S, O> {}
impl<M, S, O, B> Sits<M, S, O> for Dropped<(Unknown, B)> where Dropped<B>: Sits<M, S, O> {}
impl<M, S, O, B, const N: usize> Sits<M, S, O> for Dropped<(Len<N>, B)> where (): Within<N, M, S, O> {}
impl<M, S, O, B, Name> Sits<M, S, O> for Dropped<(Dim<Name>, B)> where (): WithinName<Name, M, S, O> {}
impl<M, S, O> Sits<M, S, O> for Dropped<OutOfRange> where (): AxisInRange<M, S, O> {}
impl<M, S, O> Sits<M, S, O> for Ranks<Equal> {}
impl<M, S, O> Sits<M, S, O> for Ranks<Longer> where (): SameRankAs<M, S, O> {}
impl<M, S, O> Sits<M, S, O> for Ranks<Shorter> where (): SameRankAs<M, S, O> {}
impl<M, S, O> Sits<M, S, O> for Marked<Matched> {}
impl<M, S, O> Sits<M, S, O> for Marked<Uneven> where (): OneAxisEach<M, S, O> {}
impl<M, S, O> Sits<M, S, O> for Marked<OutOfRange> where (): AxisInRange<M, S, O> {}
impl<M, S, O> Sits<M, S, O> for Undecided<AxisAtRunTime> where (): LiteralAxis<M, S, O> {}
impl<M, S, O> Sits<M, S, O> for Undecided<VectorAtRunTime> where (): DecidedAxis<M, S, O> {}
impl<M, S, O> Sits<M, S, O> for Alike<(), ()> {}
impl<M, S, O, A, B> Sits<M, S, O> for Alike<(One, A), (One, B)> where Alike<A, B>: Sits<M, S, O> {}
impl<M, S, O, A, B> Sits<M, S, O> for Alike<(One, A), (Unknown, B)> where Alike<A, B>: Sits<M, S, O> {}
impl<M, S, O, A, B, const J: usize> Sits<M, S, O> for Alike<(One, A), (Len<J>, B)> where (): SameShapeAs<M, S, O> {}
impl<M, S, O, A, B, Name> Sits<M, S, O> for Alike<(One, A), (Dim<Name>, B)> where (): SameShapeAs<M, S, O> {}
impl<M, S, O, A, B, R, const N: usize> Sits<M, S, O> for Alike<(Len<N>, A), (R, B)> where Alike<A, B>: Sits<M, S, O> {}
impl<M, S, O, A, B, R, Name> Sits<M, S, O> for Alike<(Dim<Name>, A), (R, B)> where Alike<A, B>: Sits<M, S, O> {}
impl<M, S, O, A, B, R> Sits<M, S, O> for Alike<(Unknown, A), (R, B)> where Alike<A, B>: Sits<M, S, O> {}

macro_rules! refusals {
    ($($(#[$attribute:meta])* $name:ident<$($parameter:ident $(: $const:ident)?),*>;)*) => {$(
        /// Holds for nothing.
        $(#[$attribute])*
        pub trait $name<$($parameter),*> {}
    )*};
}
refusals! {
    #[diagnostic::on_unimplemented(
        message = "`{S}` has more axes than fit into the result `{O}` (mode = {M})",
        label = "too many axes"
    )]
    NotHigher<M, S, O>;
    #[diagnostic::on_unimplemented(
        message = "the axis given for `{S}` is not an axis of the result `{O}` (mode = {M})",
        label = "lies at no axis of the result"
    )]
    AxisInRange<M, S, O>;
    #[diagnostic::on_unimplemented(
        message = "`{S}` and `{O}` differ in rank (mode = {M})",
        label = "another number of axes than the result has"
    )]
    SameRankAs<M, S, O>;
    #[diagnostic::on_unimplemented(
        message = "`{S}` and `{O}` have the same rank: `axis` can only be 0 or -1 (mode = {M})",
        label = "differs from the result, so there is no axis at which it lies"
    )]
    SameShapeAs<M, S, O>;
    #[diagnostic::on_unimplemented(
        message = "`axes` gives `{S}` another number of axes than it has (mode = {M})",
        label = "one entry of `axes` is needed for each axis"
    )]
    OneAxisEach<M, S, O>;
    #[diagnostic::on_unimplemented(
        message = "mode {M}: the shape of the result depends on `axis`, which is known only at run time",
        label = "`{S}` lies at an unknown axis",
        note = "write the axis as a literal, or take views without a shape in their type: slices or ndarray's"
    )]
    LiteralAxis<M, S, O>;
    #[diagnostic::on_unimplemented(
        message = "mode {M}: the shape of the result depends on where this vector lies, which types do not decide",
        label = "`{S}` is outermost if it is as long as the outermost axis of `{O}`, else innermost",
        note = "state it as a matrix, `shape![1, W]` or `shape![N, 1]`, or give `to = [..]`"
    )]
    DecidedAxis<M, S, O>;
    #[diagnostic::on_unimplemented(
        message = "`{S}` sticks out of the result `{O}` by an axis of length `{Name}` (mode = {M})",
        label = "only a literal 1 is dropped"
    )]
    WithinName<Name, M, S, O>;
}
/// Holds for nothing.
#[diagnostic::on_unimplemented(
    message = "`{S}` sticks out of the result `{O}` by an axis of length {N} (mode = {M})",
    label = "only a literal 1 is dropped"
)]
pub trait Within<const N: usize, M, S, O> {}

/// The shape of a call's result, with what decides whether an operand fits: generated code asks it about each operand.
pub struct CallShape<M, X, T, Frame, Out>(PhantomData<(M, X, T, Frame, Out)>);

impl<M, X, T, Frame, Out> Clone for CallShape<M, X, T, Frame, Out> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<M, X, T, Frame, Out> Copy for CallShape<M, X, T, Frame, Out> {}

/// The shape of a call in which no array has a shape in its type: nothing to ask.
#[derive(Clone, Copy, Debug)]
pub struct NoTypes;

/// What an operand's shape is called in messages.
pub trait Named {
    /// A tuple.
    type Tuple;
}
impl Named for NoShape {
    type Tuple = NoShape;
}
impl Named for Unranked {
    type Tuple = Unranked;
}
macro_rules! named {
    ($(<$($l:ident, $s:ident)?> $list:ty;)*) => {$(
        impl<$($l, $s)?> Named for $list
        where
            Self: List,
        {
            type Tuple = <Self as List>::Tuple;
        }
    )*};
}
named! {
    <> ();
    <L, S> (L, S);
}

impl<M, X, T, Frame, Out> Asked for CallShape<M, X, T, Frame, Out> {
    #[inline(always)]
    fn new() -> Self {
        Self(PhantomData)
    }
}
impl Asked for NoTypes {
    #[inline(always)]
    fn new() -> Self {
        Self
    }
}

/// What generated code asks about operands: [`CallShape`] or [`NoTypes`].
pub trait Asked: Copy {
    /// It has no size.
    fn new() -> Self;
}

/// The shape of `E` as messages show it.
type NameOf<E> = <<<<E as Entry>::Said as Says>::Lengths as Resolved>::List as Named>::Tuple;

/// The question whether something fits: in mode `M`, a shape `S` whose axes `A` lie on those of the shape `O`.
pub struct Fit<M, May, S, O, A, Beyond>(PhantomData<(M, May, S, O, A, Beyond)>);

/// The parts of a question.
#[allow(missing_docs, reason = "see `Fit`")]
pub trait Question {
    type Mode;
    type May;
    type Shape;
    type Result: TupleAxes;
    type Axes: TupleAxes;
    type Beyond;
}
impl<M, May, S, O: TupleAxes, A: TupleAxes, Beyond> Question for Fit<M, May, S, O, A, Beyond> {
    type Mode = M;
    type May = May;
    type Shape = S;
    type Result = O;
    type Axes = A;
    type Beyond = Beyond;
}
impl Question for NoTypes {
    type Mode = ();
    type May = ();
    type Shape = ();
    type Result = ();
    type Axes = ();
    type Beyond = Lies;
}

/// The answer is yes: generated code calls it by its path, so that nothing but our words is in the compiler's message.
///
/// Implemented for every type, as [`Meet`] and its like are: for traits of other impls the compiler would list those.
pub trait Answered {
    /// Compiles.
    #[inline(always)]
    fn __bcast_fits(&self) {}
}
#[rustfmt::skip]
impl<Q: Question> Answered for Q
where
    Q::Beyond: Sits<Q::Mode, Q::Shape, Q::Result>,
    <Q::Axes as TupleAxes>::Axis0: Fits<<Q::Result as TupleAxes>::Axis0, 0, Q::May, Q::Mode, Q::Shape, Q::Result>,
    <Q::Axes as TupleAxes>::Axis1: Fits<<Q::Result as TupleAxes>::Axis1, 1, Q::May, Q::Mode, Q::Shape, Q::Result>,
    <Q::Axes as TupleAxes>::Axis2: Fits<<Q::Result as TupleAxes>::Axis2, 2, Q::May, Q::Mode, Q::Shape, Q::Result>,
    <Q::Axes as TupleAxes>::Axis3: Fits<<Q::Result as TupleAxes>::Axis3, 3, Q::May, Q::Mode, Q::Shape, Q::Result>,
    <Q::Axes as TupleAxes>::Axis4: Fits<<Q::Result as TupleAxes>::Axis4, 4, Q::May, Q::Mode, Q::Shape, Q::Result>,
    <Q::Axes as TupleAxes>::Axis5: Fits<<Q::Result as TupleAxes>::Axis5, 5, Q::May, Q::Mode, Q::Shape, Q::Result>,
    <Q::Axes as TupleAxes>::Axis6: Fits<<Q::Result as TupleAxes>::Axis6, 6, Q::May, Q::Mode, Q::Shape, Q::Result>,
    <Q::Axes as TupleAxes>::Axis7: Fits<<Q::Result as TupleAxes>::Axis7, 7, Q::May, Q::Mode, Q::Shape, Q::Result>,
{
}

impl NoTypes {
    /// Nothing to ask.
    #[inline(always)]
    pub fn operand<E>(self, _: &E) -> Self {
        self
    }
    /// Nothing to ask.
    #[inline(always)]
    pub fn place<P>(self, _: &P) -> Self {
        self
    }
    /// Nothing to ask.
    #[inline(always)]
    pub fn target(self) -> Self {
        self
    }
}

/// What has to be asked of axes that lie so: none of them, where the operand can't lie there anyhow.
pub trait Guard<Axes> {
    /// A tuple.
    type Axes;
}
macro_rules! guards {
    ($($(#[$any:tt])? <$($name:ident),*> $beyond:ty;)*) => {$(
        impl<Axes: List, $($name),*> Guard<Axes> for $beyond {
            type Axes = guards!(@ $($any)?);
        }
    )*};
    (@) => { () };
    (@ lies) => { Axes::Tuple };
}
guards! {
    #[lies] <> Lies;
    #[lies] <> Beyond<()>;
    <A, B> Beyond<(A, B)>;
    <> Beyond<OutOfRange>;
    #[lies] <> Dropped<()>;
    #[lies] <A, B> Dropped<(A, B)>;
    <> Dropped<OutOfRange>;
    #[lies] <> Ranks<Equal>;
    <> Ranks<Longer>;
    <> Ranks<Shorter>;
    #[lies] <> Marked<Matched>;
    <> Marked<Uneven>;
    <> Marked<OutOfRange>;
    <Why> Undecided<Why>;
    #[lies] <A, B> Alike<A, B>;
}

/// The question about the shape `S` as [`Laid`] says, with the result's tuple being `O`.
type FitOf<M, May, S, O, L> =
    Fit<M, May, S, O, <<L as LaidOut>::Beyond as Guard<<L as LaidOut>::Axes>>::Axes, <L as LaidOut>::Beyond>;

/// Axes on a frame, and what sticks out.
pub trait LaidOut {
    /// See [`Laid::Axes`].
    type Axes;
    /// See [`Laid::Beyond`].
    type Beyond: Guard<Self::Axes>;
}
/// An operand as it lies.
pub struct Lain<M, X, Frame, E>(PhantomData<(M, X, Frame, E)>);
impl<M, X, Frame, E: InFrame<M, X, Frame, Beyond: Guard<E::Axes>>> LaidOut for Lain<M, X, Frame, E> {
    type Axes = E::Axes;
    type Beyond = E::Beyond;
}
/// A shape `S` at the position `P`.
pub struct LainAt<P, S, Frame>(PhantomData<(P, S, Frame)>);
impl<P, S: Laid<P, Frame, Beyond: Guard<S::Axes>>, Frame> LaidOut for LainAt<P, S, Frame> {
    type Axes = S::Axes;
    type Beyond = S::Beyond;
}

#[allow(clippy::type_complexity, reason = "the questions are types, put together from those of the call")]
impl<M: ModeName, X, T, Frame, Out: List> CallShape<M, X, T, Frame, Out> {
    /// Whether the operand fits.
    #[inline(always)]
    pub fn operand<E>(self, _: &E) -> FitOf<M, M::May, NameOf<E>, Out::Tuple, Lain<M, X, Frame, E::Said>>
    where
        E: Entry<Said: Says<Lengths: Resolved<List: Named>>>,
        Lain<M, X, Frame, E::Said>: LaidOut,
    {
        Fit(PhantomData)
    }

    /// Whether the result fits the place.
    #[inline(always)]
    pub fn place<P>(
        self,
        _: &P,
    ) -> FitOf<
        M,
        <M::Onto as OntoPlace<T>>::May,
        Out::Tuple,
        <PlaceList<P> as Named>::Tuple,
        LainAt<<M::Onto as OntoPlace<T>>::Position, Out, PlaceList<P>>,
    >
    where
        P: HasLengths<Lengths: Resolved<List: Named>>,
        M::Onto: OntoPlace<T>,
        LainAt<<M::Onto as OntoPlace<T>>::Position, Out, PlaceList<P>>: LaidOut,
    {
        Fit(PhantomData)
    }

    /// Whether the target fits, which may stretch.
    #[inline(always)]
    pub fn target(self) -> FitOf<M, Stretches, <T::Shape as Named>::Tuple, Out::Tuple, LainAt<Right, T::Shape, Frame>>
    where
        T: TargetShape<Shape: Named>,
        LainAt<Right, T::Shape, Frame>: LaidOut,
    {
        Fit(PhantomData)
    }
}

/// Something of a shape.
pub trait HasLengths {
    /// Its shape.
    type Lengths;
}
type PlaceList<P> = <<P as HasLengths>::Lengths as Resolved>::List;

/// How the result of a mode goes onto a place: `Self` is [`Stretches`] if the mode lets it stretch, where no `to` is given.
pub trait OntoPlace<T> {
    /// [`Right`] or [`Same`].
    type Position;
    /// [`Stretches`] or [`Stays`].
    type May;
}
impl<T> OntoPlace<T> for Stays {
    type Position = Same;
    type May = Stays;
}
impl OntoPlace<NoTo> for Stretches {
    type Position = Right;
    type May = Stretches;
}
impl<R> OntoPlace<To<R>> for Stretches {
    type Position = Same;
    type May = Stays;
}
impl<S> OntoPlace<StaticTo<S>> for Stretches {
    type Position = Same;
    type May = Stays;
}
