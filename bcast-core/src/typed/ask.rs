//! How generated code asks whether something fits, by method resolution, in one step after the other: what fits is found first; what does
//! not, in a call of which types say everything, next; then each way out is tried; and the rest is found last, to be refused by a bound.

use core::marker::PhantomData;
use core::ops::Deref;

use crate::shape::unit::Unit;
use crate::typed::align::OutOfRange;
use crate::typed::call::FromShorter;
use crate::typed::check::Rejected;
use crate::typed::constant::ConcreteCall;
use crate::typed::fit::{EachFits, Fits, FitsPlace, NoPlace, NoTypes, OnResult, Or};
use crate::typed::names::modes::paddle;
use crate::typed::outcome::OutcomeIn;
use crate::typed::ranks::{Compare, Longer};
use crate::typed::settle::AllFit;
use crate::typed::trial::{AcceptedInNumpy, AcceptedOnAxis, AcceptedOnOwnAxis, CallAxis, OwnAxis};

/// A whole call: its mode, `axis`, target, the list of its operands, and the shape of a place that is no operand.
pub struct Whole<M, X, T, L, Place>(PhantomData<(M, X, T, L, Place)>);

/// The answer that everything asked so far fits.
#[derive(Clone, Copy, Debug)]
pub struct Fine;
impl Unit for Fine {
    const UNIT: Self = Self;
}

/// The question `Q` about an operand, or what stands for one, in the call `C`; `S` is the list of the operands from that one on.
///
/// A question whose `Step` has no answer dereferences to the next step.
pub struct Asking<Step, Q, C, S>(PhantomData<(Step, Q, C, S)>);

/// The question, as it is asked first.
pub type Asked<Q, C, S> = Asking<Whether, Q, C, S>;
/// The question about a result and its place, as it is asked first: `Frame` and `Out` are those of the call.
pub type AskedOfPlace<Q, C, Frame, Out> = Asking<WhetherInPlace, Q, C, (Frame, Out)>;

impl<Step, Q: Unit, C, S> Unit for Asking<Step, Q, C, S> {
    const UNIT: Self = Self(PhantomData);
}
impl<Step, Q: Unit, C, S> Asking<Step, Q, C, S> {
    /// The question alone.
    #[inline(always)]
    pub fn question(self) -> Q {
        Q::UNIT
    }
}

macro_rules! steps {
    ($($(#[$doc:meta])* $step:ident $(<const $n:ident: $($axis:literal)*>)? => $($next:ty),+;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $step $(<const $n: usize>)?;
        steps!(@ $step [$($($axis)*)?] $($next),+);
    )*};
    (@ $step:ident [] $next:ty) => { steps!(@@ $step, $next); };
    (@ $step:ident [$axis:literal $($axes:literal)*] $next:ty $(, $others:ty)*) => {
        steps!(@@ $step<$axis>, $next);
        steps!(@ $step [$($axes)*] $($others),*);
    };
    (@ $step:ident []) => {};
    (@@ $step:ty, $next:ty) => {
        impl<Q, C, S> Deref for Asking<$step, Q, C, S> {
            type Target = Asking<$next, Q, C, S>;
            #[inline(always)]
            fn deref(&self) -> &Self::Target {
                &Asking(PhantomData)
            }
        }
    };
}
steps! {
    /// Whether an operand fits.
    Whether => Wherefore;
    /// Why it does not, if types say everything.
    Wherefore => Before;
    /// Whether that was said of an operand before.
    Before => OnAxis<0>;
    /// Whether it would at another `axis` of the call.
    OnAxis<const AXIS: 0 1 2 3 4 5 6 7> =>
        OnAxis<1>, OnAxis<2>, OnAxis<3>, OnAxis<4>, OnAxis<5>, OnAxis<6>, OnAxis<7>, OnOwnAxis<0>;
    /// Whether it would at an `axis` of its own.
    OnOwnAxis<const AXIS: 0 1 2 3 4 5 6 7> =>
        OnOwnAxis<1>, OnOwnAxis<2>, OnOwnAxis<3>, OnOwnAxis<4>, OnOwnAxis<5>, OnOwnAxis<6>, OnOwnAxis<7>, InNumpy;
    /// Whether it would in mode numpy.
    InNumpy => Nowhere;
    /// Whether a result fits its place.
    WhetherInPlace => WhereforeNotInPlace;
    /// Why it does not, if types say everything.
    WhereforeNotInPlace => OfSettled;
    /// Whether all operands fit, so that nobody is asked about them.
    OfSettled => OfFitting;
    /// Whether each of them fits when it is asked.
    OfFitting => OfWrong;
}
/// Some operand is refused, and with it the result: nothing is to be said of where it goes.
#[derive(Clone, Copy, Debug)]
pub struct OfWrong;
/// Nothing else is tried.
#[derive(Clone, Copy, Debug)]
pub struct Nowhere;

/// A step that has an answer.
pub trait Ask {
    /// The answer.
    type Answer: Unit;
    /// The answer.
    #[inline(always)]
    fn __bcast_ask(&self) -> Self::Answer {
        Unit::UNIT
    }
}
impl<Q: Fits, C, S> Ask for Asking<Whether, Q, C, S> {
    type Answer = Fine;
}
impl<Q: FitsPlace, C, S> Ask for Asking<WhetherInPlace, Q, C, S> {
    type Answer = Fine;
}
impl<Q, C: ConcreteCall, S> Ask for Asking<Wherefore, Q, C, S> {
    type Answer = Rejected<C>;
}
impl<Q, C: ConcreteCall, S> Ask for Asking<WhereforeNotInPlace, Q, C, S> {
    type Answer = Rejected<C>;
}
// An `axis` out of range is one mistake, told of the first operand that it places.
impl<S, O, I, X, T, L, Place, Rest> Ask
    for Asking<Before, OnResult<paddle, S, O, NoPlace<OutOfRange>, I>, Whole<paddle, X, T, L, Place>, Rest>
where
    L: OutcomeIn<paddle, T, X, Place> + FromShorter<L::Frame, Output: Compare<Rest, Output = Longer>>,
{
    type Answer = Fine;
}
impl<Q: Unit, C: AcceptedOnAxis<AXIS>, S, const AXIS: usize> Ask for Asking<OnAxis<AXIS>, Q, C, S> {
    type Answer = Or<Q, CallAxis<AXIS>>;
}
impl<Q: Unit, C, S, const AXIS: usize> Ask for Asking<OnOwnAxis<AXIS>, Q, C, S>
where
    C: AcceptedOnOwnAxis<AXIS, S>,
{
    type Answer = Or<Q, OwnAxis<AXIS>>;
}
impl<Q: Unit, C: AcceptedInNumpy, S> Ask for Asking<InNumpy, Q, C, S> {
    type Answer = Or<Q, C::Help>;
}
impl<Q: Unit, C, S> Ask for Asking<Nowhere, Q, C, S> {
    type Answer = Q;
}
impl<Q: Unit, M, X, T, L: AllFit<M, X, Frame, Out>, Place, Frame, Out> Ask
    for Asking<OfSettled, Q, Whole<M, X, T, L, Place>, (Frame, Out)>
{
    type Answer = Q;
}
impl<Q: Unit, M, X, T, L: EachFits<M, X, Frame, Out>, Place, Frame, Out> Ask
    for Asking<OfFitting, Q, Whole<M, X, T, L, Place>, (Frame, Out)>
{
    type Answer = Q;
}
impl<Q, C, S> Ask for Asking<OfWrong, Q, C, S> {
    type Answer = Fine;
}

impl NoTypes {
    /// Nothing to ask.
    #[inline(always)]
    pub fn operand<const INDEX: usize, E, Rest>(self, _: &(E, Rest)) -> Self {
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
    /// Nothing to ask.
    #[inline(always)]
    pub fn axis(self) -> Self {
        self
    }
    /// Nothing to ask.
    #[inline(always)]
    pub fn question(self) -> Self {
        self
    }
    /// Nothing was asked.
    #[inline(always)]
    pub fn __bcast_ask(self) -> Fine {
        Fine
    }
}
