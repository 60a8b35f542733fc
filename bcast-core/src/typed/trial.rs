//! Ways out of a mistake that types find by trying, where a length is a parameter and [`check`](crate::typed::check) can't: the call with
//! one thing changed, asked whether its operands fit, or the one operand that was moved: others may have mistakes of their own.
//!
//! Impls can't say that two lengths differ, so each way is a question of its own, in the order of the rulebook's
//! [`suggest`](crate::report::suggest): an axis, and then mode numpy. What is told is certain, and not all that there is.

use crate::call::container::FamilyShape;
use crate::operand::descriptor::{ArraySays, LyingSays, NothingSaid, OwnSays, PlaceSays, Says};
use crate::shape::axes::{NoShape, Unranked};
use crate::typed::align::{AtAxis, AxisIn, ByMode, Leads, NoAxis};
use crate::typed::ask::Whole;
use crate::typed::fit::Stays;
use crate::typed::names::ModeName;
use crate::typed::names::modes::{multidirectional, none, numpy, paddle, pdpd, unidirectional};
use crate::typed::outcome::OutcomeIn;
use crate::typed::ranks::Less;
use crate::typed::settle::{AllFit, AxesFit};

/// `axis(..) = AXIS` for the operand.
#[derive(Clone, Copy, Debug)]
pub struct OwnAxis<const AXIS: usize>;
/// `axis = AXIS` for the call.
#[derive(Clone, Copy, Debug)]
pub struct CallAxis<const AXIS: usize>;
/// `mode = numpy`.
#[derive(Clone, Copy, Debug)]
pub struct ModeNumpy;
/// `mode = numpy`, and no `axis`.
#[derive(Clone, Copy, Debug)]
pub struct ModeNumpyAlone;
/// `mode = numpy` instead of one in which nothing stretches.
#[derive(Clone, Copy, Debug)]
pub struct StaysOrNumpy;

/// Modes with the option `axis`.
pub trait TakesAxis {}
impl TakesAxis for pdpd {}
impl TakesAxis for paddle {}
/// Modes in which one operand may have an `axis` of its own, and others lie without.
pub trait TakesOwnAxis {}
impl TakesOwnAxis for numpy {}
impl TakesOwnAxis for multidirectional {}
impl TakesOwnAxis for unidirectional {}
impl TakesOwnAxis for pdpd {}
/// Modes that are not numpy and might have been.
pub trait MayBeNumpy {
    /// [`ModeNumpy`], [`ModeNumpyAlone`] or [`StaysOrNumpy`].
    type Help;
}
impl MayBeNumpy for none {
    type Help = StaysOrNumpy;
}
impl MayBeNumpy for unidirectional {
    type Help = ModeNumpy;
}
impl MayBeNumpy for pdpd {
    type Help = ModeNumpyAlone;
}
impl MayBeNumpy for paddle {
    type Help = ModeNumpyAlone;
}

/// A call that is accepted with another `axis`.
pub trait AcceptedOnAxis<const AXIS: usize> {}
impl<M: TakesAxis, X, T, L: Led, Place, const AXIS: usize> AcceptedOnAxis<AXIS> for Whole<M, X, T, L, Place>
where
    Counted: Count<AXIS>,
    L::Operands: Accepted<M, T, AtAxis<<Counted as Count<AXIS>>::Entries>, Place>,
{
}
/// A call in which the first operand of `S` is accepted with an `axis` of its own.
pub trait AcceptedOnOwnAxis<const AXIS: usize, S> {}
impl<M: TakesOwnAxis, X, T, L: Less<S>, Place, S, const AXIS: usize> AcceptedOnOwnAxis<AXIS, S>
    for Whole<M, X, T, L, Place>
where
    Counted: Count<AXIS>,
    L: Moved<L::Output, <Counted as Count<AXIS>>::Entries>,
    MovedIn<L, L::Output, AXIS>: AcceptedAt<MovedOf<L, L::Output, AXIS>, M, T, X, Place>,
{
}
/// The operands of [`Moved`].
type MovedIn<L, Before, const AXIS: usize> = <L as Moved<Before, <Counted as Count<AXIS>>::Entries>>::Operands;
/// The operand that has been moved.
type MovedOf<L, Before, const AXIS: usize> = <L as Moved<Before, <Counted as Count<AXIS>>::Entries>>::Operand;
/// A call that is accepted in mode numpy.
pub trait AcceptedInNumpy {
    /// See [`MayBeNumpy::Help`].
    type Help;
}
impl<M: MayBeNumpy, X, T, L: Unmarked, Place> AcceptedInNumpy for Whole<M, X, T, L, Place>
where
    L::Operands: Accepted<numpy, T, NoAxis, Place>,
{
    type Help = M::Help;
}

/// Operands of a call that is accepted.
pub trait Accepted<M, T, X, Place> {}
impl<M, T, X, Place, L> Accepted<M, T, X, Place> for L
where
    L: OutcomeIn<M, T, X, Place>,
    L: AllFit<M, X, L::Frame, L::Shape>,
    X: AxisIn<L::Frame, Missing = ()>,
    Place: Takes<L::Shape>,
{
}
/// Operands of a call in which the operand `E` is accepted, whatever is wrong with others.
pub trait AcceptedAt<E, M, T, X, Place> {}
impl<E, M: ModeName, T, X, Place, L> AcceptedAt<E, M, T, X, Place> for L
where
    L: OutcomeIn<M, T, X, Place>,
    (E, ()): AllFit<M, X, L::Frame, L::Shape>,
    Place: Takes<L::Shape>,
{
}
/// A place, or none, that takes the result `New`.
pub trait Takes<New> {}
impl<New> Takes<New> for NoShape {}
impl<New> Takes<New> for Unranked {}
impl Takes<()> for () {}
impl<New: AxesFit<(A, B), Stays>, A, B> Takes<New> for (A, B) {}

/// A number as a list of so many entries.
pub trait Count<const N: usize> {
    /// The list.
    type Entries;
}
/// What counts.
pub struct Counted;
macro_rules! counts {
    ($($n:literal $entries:ty;)*) => { $(impl Count<$n> for Counted { type Entries = $entries; })* };
}
type After<const N: usize> = ((), <Counted as Count<N>>::Entries);
counts! { 0 (); 1 After<0>; 2 After<1>; 3 After<2>; 4 After<3>; 5 After<4>; 6 After<5>; 7 After<6>; }

/// Operands with one of them at an axis of its own: the one behind as many as `Before` has entries, at as many axes as `Axis` has.
pub trait Moved<Before, Axis> {
    /// The operands.
    type Operands;
    /// That one.
    type Operand;
}
impl<F: FamilyShape, D, Rest, Axis> Moved<(), Axis> for (ArraySays<F, D>, Rest) {
    type Operands = (OwnSays<ArraySays<F, D>, AtAxis<Axis>>, Rest);
    type Operand = OwnSays<ArraySays<F, D>, AtAxis<Axis>>;
}
impl<F: FamilyShape, D, Rest, Axis> Moved<(), Axis> for (LyingSays<ArraySays<F, D>, ByMode>, Rest) {
    type Operands = (OwnSays<ArraySays<F, D>, AtAxis<Axis>>, Rest);
    type Operand = OwnSays<ArraySays<F, D>, AtAxis<Axis>>;
}
impl<F: FamilyShape, D, Given, Rest, Axis> Moved<(), Axis> for (OwnSays<ArraySays<F, D>, AtAxis<Given>>, Rest) {
    type Operands = (OwnSays<ArraySays<F, D>, AtAxis<Axis>>, Rest);
    type Operand = OwnSays<ArraySays<F, D>, AtAxis<Axis>>;
}
impl<F: FamilyShape, D, Rest, Axis> Moved<(), Axis> for (OwnSays<ArraySays<F, D>, NoAxis>, Rest) {
    type Operands = (OwnSays<ArraySays<F, D>, AtAxis<Axis>>, Rest);
    type Operand = OwnSays<ArraySays<F, D>, AtAxis<Axis>>;
}
impl<E, Rest: Moved<Before, Axis>, A, Before, Axis> Moved<(A, Before), Axis> for (E, Rest) {
    type Operands = (E, Rest::Operands);
    type Operand = Rest::Operand;
}

/// Operands of mode pdpd or paddle, marked as where `axis` is given: the first array gives the result its shape, and lies nowhere else.
pub trait Led {
    /// The operands.
    type Operands;
}
impl<Rest: Led> Led for (NothingSaid, Rest) {
    type Operands = (NothingSaid, Rest::Operands);
}
impl<F: FamilyShape, D, Rest: NoOtherLead> Led for (ArraySays<F, D>, Rest) {
    type Operands = (LyingSays<ArraySays<F, D>, Leads>, Rest);
}
impl<F: FamilyShape, D, T, Rest: NoOtherLead> Led for (PlaceSays<F, D, T>, Rest) {
    type Operands = (LyingSays<PlaceSays<F, D, T>, Leads>, Rest);
}
impl<E: Says, P, Rest> Led for (LyingSays<E, P>, Rest) {
    type Operands = Self;
}
/// Operands behind the first array none of which gives the result its shape.
pub trait NoOtherLead {}
impl NoOtherLead for () {}
impl<Rest: NoOtherLead> NoOtherLead for (NothingSaid, Rest) {}
impl<F: FamilyShape, D, Rest: NoOtherLead> NoOtherLead for (ArraySays<F, D>, Rest) {}

/// Operands without the marks of modes whose `axis` they lie at; `base` means nothing in mode numpy.
pub trait Unmarked {
    /// The operands.
    type Operands;
}
impl Unmarked for () {
    type Operands = ();
}
macro_rules! unmarked {
    ($(<$($parameter:ident $(: $bound:ident)?),*> $operand:ty => $bare:ty;)*) => {$(
        impl<$($parameter $(: $bound)?,)* Rest: Unmarked> Unmarked for ($operand, Rest) {
            type Operands = ($bare, Rest::Operands);
        }
    )*};
}
unmarked! {
    <> NothingSaid => NothingSaid;
    <F: FamilyShape, D> ArraySays<F, D> => ArraySays<F, D>;
    <F: FamilyShape, D, T> PlaceSays<F, D, T> => PlaceSays<F, D, T>;
    <E: Says, P> OwnSays<E, P> => OwnSays<E, P>;
    <F: FamilyShape, D, P> LyingSays<ArraySays<F, D>, P> => ArraySays<F, D>;
    <F: FamilyShape, D, T, P> LyingSays<PlaceSays<F, D, T>, P> => PlaceSays<F, D, T>;
    <P> LyingSays<NothingSaid, P> => NothingSaid;
}
