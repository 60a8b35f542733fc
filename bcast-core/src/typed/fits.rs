//! The rule of every mode as bounds: on each axis of the result the lengths are equal, or a 1 stretches. A bound that does not hold has a
//! message in plain words.
//!
//! Every refusal ends in a trait that no invalid shape implements, so that the compiler's first line is that trait's message. An operand is
//! refused once: the bound of an axis is reached through those of the axes before it ([`Next`](FitsAxis::Next)), and no axis is checked if
//! the operand can't be placed at all. The compiler prints the names of these traits and their parameters, which are chosen for that.
#![allow(missing_docs, reason = "documented by their traits")]

use core::marker::PhantomData;

use crate::operand::descriptor::{ListOf, OperandType};
use crate::operand::entry::Entry;
use crate::operand::list::List as Operands;
use crate::operand::options::{NoTo, StaticTo, To};
use crate::operand::place::OfFamily;
use crate::shape::axes::{IsList, List, NoShape, Padding, Resolved, TupleAxes, Unranked};
use crate::shape::axis::{Len, NamedLen, No, One, Unknown, Yes};
use crate::shape::function::type_functions;
use crate::shape::unit::{Unit, copied, units};
use crate::typed::names::ModeName;
use crate::typed::output::{InFrame, TargetShape};
use crate::typed::position::{AxisAtRunTime, Laid, Right, Same, Undecided, VectorAtRunTime};
use crate::typed::refusals::*;

/// Operands may stretch.
pub struct Stretches;
/// Nothing may stretch.
pub struct Stays;
/// A result is fitted to its place; `May` says whether it may stretch.
pub struct ToPlace<May>(PhantomData<May>);
/// The markers [`Stretches`] and [`Stays`], which are about operands and not about a place.
pub trait OfResult {}
impl OfResult for Stretches {}
impl OfResult for Stays {}

/// A length that fits `Out` at axis `AXIS` of the result, and may stretch if `May` is [`Stretches`]. The others are for messages: the mode
/// `M`, the shapes `S` and `O` of both, and the operand `I`, which makes two operands with the same mistake two errors.
pub trait FitsAxis<Out, const AXIS: usize, May, M, S, O, I> {
    type Next<T>;
}
/// Each row: a length, the length that it meets, whether it may stretch, and the bounds that refuse it on an axis of a result and of a
/// place.
macro_rules! fits {
    (@ [$($generic:tt)*] $length:ty, $out:ty, $may:ty $(, $by:path)?) => {
        #[doc(hidden)] // The page of an axis shows what users need; a hidden trait would get a path before its name in messages.
        impl<const AXIS: usize, M, S, O, I, $($generic)*> FitsAxis<$out, AXIS, $may, M, S, O, I> for $length
        $(where S: $by)?
        {
            type Next<T> = fits!(@ T $(, $by)?);
        }
    };
    (@ $next:ident) => { $next };
    (@ $next:ident, $by:path) => { <S as $by>::Next<$next> };
    ($($generics:tt $length:ty, $out:ty, $may:ty $(, $by:path, $by_place:path)?;)*) => {$(
        fits! { @ $generics $length, $out, $may $(, $by)? }
        $(fits! { @ $generics $length, $out, ToPlace<$may>, $by_place })?
    )*};
}
fits! {
    [Out, May] Padding, Out, May;
    [Out] One, Out, Stretches;
    [] One, One, Stays;
    [] One, Unknown, Stays;
    [Out] One, Out, ToPlace<Stretches>;
    [] One, One, ToPlace<Stays>;
    [] One, Unknown, ToPlace<Stays>;
    [const J: usize] One, Len<J>, Stays, LengthEquals<1, J, AXIS, M, O, I>, LengthEqualsPlace<1, J, AXIS, M, O, I>;
    [May: OfResult, const K: usize] Len<K>, One, May, LengthFitsOne<K, AXIS, M, O, I>, LengthFitsPlace<K, 1, AXIS, M, O, I>;
    [const K: usize, const J: usize] Len<K>, Len<J>, Stretches, LengthFits<K, J, AXIS, M, O, I>, LengthFitsPlace<K, J, AXIS, M, O, I>;
    [const K: usize, const J: usize] Len<K>, Len<J>, Stays, LengthEquals<K, J, AXIS, M, O, I>, LengthEqualsPlace<K, J, AXIS, M, O, I>;
    [Name] One, NamedLen<Name>, Stays, LengthFitsName<1, Name, AXIS, M, O, I>, LengthFitsPlaceName<1, Name, AXIS, M, O, I>;
    [May: OfResult, Name, const K: usize] Len<K>, NamedLen<Name>, May,
        LengthFitsName<K, Name, AXIS, M, O, I>, LengthFitsPlaceName<K, Name, AXIS, M, O, I>;
    [May, const K: usize] Len<K>, Unknown, May;
    [May: OfResult, Name] NamedLen<Name>, One, May, NameFitsLength<Name, 1, AXIS, M, O, I>, NameFitsPlaceLength<Name, 1, AXIS, M, O, I>;
    [May: OfResult, Name, const J: usize] NamedLen<Name>, Len<J>, May,
        NameFitsLength<Name, J, AXIS, M, O, I>, NameFitsPlaceLength<Name, J, AXIS, M, O, I>;
    [May: OfResult, Name, Other] NamedLen<Name>, NamedLen<Other>, May,
        NameFitsName<Name, Other, AXIS, M, O, I>, NameFitsPlaceName<Name, Other, AXIS, M, O, I>;
    [May, Name] NamedLen<Name>, Unknown, May;
    [Out, May] Unknown, Out, May;
}

/// An operand with axes outside the result, or at an undecided position; `Why` selects the message.
pub struct NoPlace<Why>(PhantomData<Why>);
type_functions! {
    impl TupleAxes -> (Axis0, Axis1, Axis2, Axis3, Axis4, Axis5, Axis6, Axis7) {
        [Why] NoPlace<Why> => Padding, Padding, Padding, Padding, Padding, Padding, Padding, Padding;
    }
}

/// Too many axes, another rank, or an axis that the result does not have.
pub struct Outside;
/// A result with another number of axes than its place.
pub struct OutsidePlace;

type_functions! {
    /// The axes to check, if `Self` is [`Yes`]; otherwise the reason why there are none, `Beyond` for [`No`].
    /// `Axes`: A tuple, or [`NoPlace`].
    Guard<Axes, Beyond> -> (Axes: TupleAxes) {
        [Axes: List<Tuple: TupleAxes>, Beyond] Yes, Axes, Beyond => Axes::Tuple;
        [Axes, Beyond] No, Axes, Beyond => NoPlace<Beyond>;
        [Axes, Beyond, Why] Undecided<Why>, Axes, Beyond => NoPlace<Why>;
    }
}

/// Axes that lie in the result `O`; `S` is the operand's shape, for messages.
pub trait Sits<M, S, O, I> {}
macro_rules! sits {
    ($($why:ty, $by:path;)* | $(($($axis:ident)*))*) => {
        $(impl<M, S: $by, O, I> Sits<M, S, O, I> for NoPlace<$why> {})*
        $(impl<M, S, O, I, $($axis),*> Sits<M, S, O, I> for ($($axis,)*) {})*
    };
}
sits! {
    Outside, LiesIn<M, O, I>;
    OutsidePlace, LiesInPlace<M, O, I>;
    AxisAtRunTime, LiesAtALiteralAxis<M, O, I>;
    VectorAtRunTime, LiesAtADecidedAxis<M, O, I>;
    | () (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F) (A B C D E F G) (A B C D E F G H)
}

/// The check of a call by its result's shape: generated code calls it for each operand. `C` is the whole call.
pub struct CallShape<M, X, T, Frame, Out, C>(PhantomData<(M, X, T, Frame, Out, C)>);

copied! {
    [M, X, T, Frame, Out, C] CallShape<M, X, T, Frame, Out, C>;
}

/// The check of a call in which no array has a shape in its type.
#[derive(Clone, Copy, Debug)]
pub struct NoTypes;

type_functions! {
    /// The name of a shape in messages.
    Tupled -> Tuple {
        [] NoShape => NoShape;
        [] Unranked => Unranked;
        [S: List] S => S::Tuple;
    }
}
units! {
    [M, X, T, Frame, Out, C] CallShape<M, X, T, Frame, Out, C> = Self(PhantomData);
    [] NoTypes = Self;
}

/// The name of the shape of an operand type.
type ShapeName<E> = <ListOf<E> as Tupled>::Tuple;

/// The check of an operand: in mode `M`, a shape `S` whose axes `A` lie on those of the result `O`; `I` is the operand.
pub struct OnResult<M, S, O, A, I>(PhantomData<(M, S, O, A, I)>);
/// Operand index, tagged with a lifetime: rustc removes identical errors, and the tag keeps two calls' errors apart.
pub struct Nth<'list, const NUMBER: usize>(PhantomData<&'list ()>);
/// Anything but an operand, tagged with a lifetime for the same reason.
pub struct Other<'list>(PhantomData<&'list ()>);
/// The check of a result: in mode `M`, a shape `S` whose axes `A` lie on those of the place `O`; `I` is [`Other`].
pub struct OnPlace<M, S, O, A, May, I>(PhantomData<(M, S, O, A, May, I)>);

units! {
    [M, S, O, A, I] OnResult<M, S, O, A, I> = Self(PhantomData);
    [M, S, O, A, May, I] OnPlace<M, S, O, A, May, I> = Self(PhantomData);
}

type_functions! {
    /// The parameters of a check.
    #[allow(missing_docs, reason = "see `OnResult` and `OnPlace`")]
    Question -> (Mode, May, Shape, Result: TupleAxes, Axes: TupleAxes, Index) {
        [M: ModeName, S, O: TupleAxes, A: TupleAxes, I] OnResult<M, S, O, A, I> => M, M::May, S, O, A, I;
        [M, S, O: TupleAxes, A: TupleAxes, May, I] OnPlace<M, S, O, A, May, I> => M, May, S, O, A, I;
        // Nothing to check, or checked by constants.
        [] NoTypes => (), (), (), (), (), ();
    }
}

/// An operand fits the result, or a result its place.
///
/// Generated code calls it by its path, so that the compiler adds nothing to the message. A blanket impl, since the compiler would list the
/// impls of single types.
pub trait Fits: Question {
    /// Compiles if it fits.
    #[inline(always)]
    fn __bcast_fits(&self) {}
}
/// The axes of a check, each reached if those before it fit.
macro_rules! next_axes {
    ($($this:ident $axis:ident $n:literal, $next:ident $next_axis:ident;)*) => {$(
        type $next<Q> = <$this<Q> as FitsAxis<
            <On<Q> as TupleAxes>::$axis,
            $n,
            <Q as Question>::May,
            <Q as Question>::Mode,
            <Q as Question>::Shape,
            On<Q>,
            <Q as Question>::Index,
        >>::Next<<Of<Q> as TupleAxes>::$next_axis>;
    )*};
}
type Of<Q> = <Q as Question>::Axes;
type On<Q> = <Q as Question>::Result;
type A0<Q> = <Of<Q> as TupleAxes>::Axis0;
next_axes! {
    A0 Axis0 0, A1 Axis1;
    A1 Axis1 1, A2 Axis2;
    A2 Axis2 2, A3 Axis3;
    A3 Axis3 3, A4 Axis4;
    A4 Axis4 4, A5 Axis5;
    A5 Axis5 5, A6 Axis6;
    A6 Axis6 6, A7 Axis7;
}
#[rustfmt::skip]
impl<Q: Question> Fits for Q
where
    Q::Axes: Sits<Q::Mode, Q::Shape, Q::Result, Q::Index>,
    A0<Q>: FitsAxis<<Q::Result as TupleAxes>::Axis0, 0, Q::May, Q::Mode, Q::Shape, Q::Result, Q::Index>,
    A1<Q>: FitsAxis<<Q::Result as TupleAxes>::Axis1, 1, Q::May, Q::Mode, Q::Shape, Q::Result, Q::Index>,
    A2<Q>: FitsAxis<<Q::Result as TupleAxes>::Axis2, 2, Q::May, Q::Mode, Q::Shape, Q::Result, Q::Index>,
    A3<Q>: FitsAxis<<Q::Result as TupleAxes>::Axis3, 3, Q::May, Q::Mode, Q::Shape, Q::Result, Q::Index>,
    A4<Q>: FitsAxis<<Q::Result as TupleAxes>::Axis4, 4, Q::May, Q::Mode, Q::Shape, Q::Result, Q::Index>,
    A5<Q>: FitsAxis<<Q::Result as TupleAxes>::Axis5, 5, Q::May, Q::Mode, Q::Shape, Q::Result, Q::Index>,
    A6<Q>: FitsAxis<<Q::Result as TupleAxes>::Axis6, 6, Q::May, Q::Mode, Q::Shape, Q::Result, Q::Index>,
    A7<Q>: FitsAxis<<Q::Result as TupleAxes>::Axis7, 7, Q::May, Q::Mode, Q::Shape, Q::Result, Q::Index>,
{
}

/// The check of the shape `S` as laid on the frame by `L`, with the result's tuple `O`.
type FitOf<M, S, O, L, I> = OnResult<M, S, O, <L as OnFrame>::Axes, I>;

type_functions! {
    /// The axes to check of what is laid on a frame.
    OnFrame -> (Axes: TupleAxes) {
        [M, X, Frame, E: InFrame<M, X, Frame, Lies: Guard<E::Axes, Outside>>] OperandOnFrame<M, X, Frame, E>
            => <E::Lies as Guard<E::Axes, Outside>>::Axes;
        [P, S: Laid<P, Frame, Lies: Guard<S::Axes, Beyond>>, Frame, Beyond] ShapeOnFrame<P, S, Frame, Beyond>
            => <S::Lies as Guard<S::Axes, Beyond>>::Axes;
    }
}
/// An operand laid on the frame by the mode `M` or its own alignment.
pub struct OperandOnFrame<M, X, Frame, E>(PhantomData<(M, X, Frame, E)>);
/// A shape `S` laid at the position `P`; `Beyond` is the reason if it does not lie there.
pub struct ShapeOnFrame<P, S, Frame, Beyond>(PhantomData<(P, S, Frame, Beyond)>);

#[allow(clippy::type_complexity, reason = "the whole check is in the type, which only generated code uses")]
impl<M: ModeName, X, T, Frame, Out: List, C> CallShape<M, X, T, Frame, Out, C> {
    /// The check of the first operand of a list.
    #[inline(always)]
    pub fn operand<'list, const INDEX: usize, E, Rest>(
        self,
        _: &'list (E, Rest),
    ) -> FitOf<M, ShapeName<E::Type>, Out::Tuple, OperandOnFrame<M, X, Frame, E::Type>, Nth<'list, INDEX>>
    where
        E: Entry<Type: OperandType<Lengths: Resolved<List: Tupled>>>,
        Rest: Operands,
        OperandOnFrame<M, X, Frame, E::Type>: OnFrame,
    {
        Unit::UNIT
    }

    /// The check of the result against the place.
    #[inline(always)]
    pub fn place<'list, P>(
        self,
        _: &'list P,
    ) -> OnPlace<
        M,
        Out::Tuple,
        <PlaceList<P> as Tupled>::Tuple,
        <ShapeOnFrame<<M::Onto as OntoPlace<T>>::Position, Out, PlaceList<P>, OutsidePlace> as OnFrame>::Axes,
        <M::Onto as OntoPlace<T>>::May,
        Other<'list>,
    >
    where
        P: OfFamily<Lengths: Resolved<List: Tupled>>,
        M::Onto: OntoPlace<T>,
        ShapeOnFrame<<M::Onto as OntoPlace<T>>::Position, Out, PlaceList<P>, OutsidePlace>: OnFrame,
    {
        Unit::UNIT
    }

    /// The check of the target, which may stretch.
    #[inline(always)]
    pub fn target(
        &self,
    ) -> FitOf<M, <T::Shape as Tupled>::Tuple, Out::Tuple, ShapeOnFrame<Right, T::Shape, Frame, Outside>, Other<'_>>
    where
        T: TargetShape<Shape: Tupled>,
        ShapeOnFrame<Right, T::Shape, Frame, Outside>: OnFrame,
    {
        Unit::UNIT
    }
}

/// Operands that all fit the result by the check of [`CallShape::operand`].
pub trait EachFits<M, X, Frame, Out> {}
impl<M, X, Frame, Out> EachFits<M, X, Frame, Out> for () {}
impl<M: ModeName, X, Frame, Out: List, E, Rest> EachFits<M, X, Frame, Out> for (E, Rest)
where
    E: OperandType<Lengths: Resolved<List: Tupled>>,
    OperandOnFrame<M, X, Frame, E>: OnFrame,
    FitOf<M, ShapeName<E>, Out::Tuple, OperandOnFrame<M, X, Frame, E>, ()>: Fits,
    Rest: EachFits<M, X, Frame, Out>,
{
}

type PlaceList<P> = <<P as OfFamily>::Lengths as Resolved>::List;

type_functions! {
    /// The position of a mode's result in a place, and whether it stretches: `Self` is [`Stretches`] if the mode lets the result stretch there, which a `to` prevents.
    OntoPlace<T> -> (Position, May) {
        [T] Stays, T => Same, ToPlace<Stays>;
        [] Stretches, NoTo => Right, ToPlace<Stretches>;
        [R] Stretches, To<R> => Same, ToPlace<Stays>;
        [S] Stretches, StaticTo<S> => Same, ToPlace<Stays>;
    }
}

/// A whole call: its mode, `axis`, target, the list of its operands, and the shape of a place that is no operand.
pub struct Whole<M, X, T, L, Place>(PhantomData<(M, X, T, L, Place)>);

type_functions! {
    /// Selects the check of operands `L` and a place of the shape `Place` by the result's shape, `Self`: none if a rank is unknown.
    /// `Check`: [`CallShape`] or [`NoTypes`].
    CheckBy<M, T, X, Frame, L, Place> -> (Check: Unit) {
        [M, T, X, Frame, L, Place] NoShape, M, T, X, Frame, L, Place => NoTypes;
        [M, T, X, Frame, L, Place] Unranked, M, T, X, Frame, L, Place => NoTypes;
        [S: IsList, M, T, X, Frame, L] S, M, T, X, Frame, L, Unranked => NoTypes;
        [S: IsList, M, T, X, Frame, L] S, M, T, X, Frame, L, NoShape
            => CallShape<M, X, T, Frame, S, Whole<M, X, T, L, NoShape>>;
        [S: IsList, M, T, X, Frame, L, Place: IsList] S, M, T, X, Frame, L, Place
            => CallShape<M, X, T, Frame, S, Whole<M, X, T, L, Place>>;
    }
}
