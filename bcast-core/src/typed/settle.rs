//! Whether all operands of a call fit, asked at once: most calls are right, and what is settled is not asked of each operand again.
//!
//! Impls can say "yes" and not "no", so generated code asks by method resolution: first whether nothing is wrong or suspicious, then
//! whether nothing is wrong; a call of which neither holds is asked about each operand, as [`fit`](crate::typed::fit) and
//! [`suspect`](crate::typed::suspect) do. What holds here must hold there: a pair of lengths that fits when the program runs may be left
//! out here, and is then asked there.

use crate::operand::descriptor::Says;
use crate::operand::list::List as Operands;
use crate::operand::options::NoTo;
use crate::shape::axes::{NoShape, Resolved, Unranked};
use crate::shape::axis::{Len, NamedLen, One, Unknown, Yes};
use crate::shape::rank::{NoRank, Rank};
use crate::typed::align::{Alike, Beyond, Dropped, Lies, Marked, Matched, Ranks};
use crate::typed::ask::Whole;
use crate::typed::fit::{CallShape, NoTypes, Stays, Stretches};
use crate::typed::names::ModeName;
use crate::typed::outcome::InFrame;
use crate::typed::ranks::Equal;
use crate::typed::suspect::{FirstGuest, Guesting, Spans};

/// A call all of whose operands fit. Its methods take it by value: a method of that name which a user gives every type is found later.
#[derive(Clone, Copy)]
pub struct Fitting<Call>(Call);

/// All operands fit, and none is suspicious.
pub trait Settle1: Sized {
    /// Nothing is left to ask about them.
    fn __bcast_settle(self) -> NoTypes;
}
/// All operands fit.
pub trait Settle2: Sized {
    /// What is suspicious is left to ask.
    type Left;
    /// What is suspicious is left to ask.
    fn __bcast_settle(&self) -> Self::Left;
}
/// What is looked for last.
pub trait Settle3: Sized {
    /// What is left to ask.
    type Left;
    /// What is left to ask.
    fn __bcast_settle(&mut self) -> Self::Left;
}
impl<M, X, Frame, Out, L, Place> Settle1 for CallShape<M, X, NoTo, Frame, Out, Whole<M, X, NoTo, L, Place>>
where
    L: AllFit<M, X, Frame, Out> + Covered<M, X, Frame, Out> + NoneLower<Out>,
{
    #[inline(always)]
    fn __bcast_settle(self) -> NoTypes {
        NoTypes
    }
}
impl<M, X, T, Frame, Out, L, Place> Settle2 for CallShape<M, X, T, Frame, Out, Whole<M, X, T, L, Place>>
where
    L: AllFit<M, X, Frame, Out>,
{
    type Left = Fitting<Self>;
    #[inline(always)]
    fn __bcast_settle(&self) -> Fitting<Self> {
        Fitting(*self)
    }
}
impl<M, X, T, Frame, Out, C> Settle3 for CallShape<M, X, T, Frame, Out, C> {
    type Left = Self;
    #[inline(always)]
    fn __bcast_settle(&mut self) -> Self {
        *self
    }
}
impl NoTypes {
    /// Nothing is asked.
    #[inline(always)]
    pub fn __bcast_settle(self) -> Self {
        self
    }
}

impl<Call> Fitting<Call> {
    /// It fits.
    #[inline(always)]
    pub fn operand<const INDEX: usize, E, Rest>(self, _: &(E, Rest)) -> NoTypes {
        NoTypes
    }
}
impl<M, X, T, Frame, Out, C> Fitting<CallShape<M, X, T, Frame, Out, C>> {
    /// The operands of the list, to be asked about each.
    #[inline(always)]
    pub fn guests<L: Operands>(self, operands: &L) -> FirstGuest<M, X, T, Frame, Out, L::Said>
    where
        L::Said: Guesting<M, X, T, Frame, Out>,
    {
        self.0.guests(operands)
    }
}

/// What is settled of a call's operands, for tests that ask about very many calls.
pub trait Settled {
    /// All fit.
    const FITS: bool;
    /// And none is suspicious.
    const IS_CLEAR: bool;
}
impl Settled for NoTypes {
    const FITS: bool = true;
    const IS_CLEAR: bool = true;
}
impl<Call> Settled for Fitting<Call> {
    const FITS: bool = true;
    const IS_CLEAR: bool = false;
}
impl<M, X, T, Frame, Out, C> Settled for CallShape<M, X, T, Frame, Out, C> {
    const FITS: bool = false;
    const IS_CLEAR: bool = false;
}

/// Operands that all fit the result `Out`.
pub trait AllFit<M, X, Frame, Out> {}
impl<M, X, Frame, Out> AllFit<M, X, Frame, Out> for () {}
impl<M: ModeName, X, Frame, Out, E, Rest> AllFit<M, X, Frame, Out> for (E, Rest)
where
    E: InFrame<M, X, Frame, Axes: AxesFit<Out, M::May>, Beyond: Inside>,
    Rest: AllFit<M, X, Frame, Out>,
{
}
/// Axes that fit those of a result.
pub trait AxesFit<Out, May> {}
impl<Out, May> AxesFit<Out, May> for () {}
impl<A: AxisFits<O, May>, B: AxesFit<P, May>, O, P, May> AxesFit<(O, P), May> for (A, B) {}
/// A length that certainly fits that of a result, as [`FitsAxis`](crate::typed::fit::FitsAxis) has it.
pub trait AxisFits<Out, May> {}
impl<Out> AxisFits<Out, Stretches> for One {}
impl AxisFits<One, Stays> for One {}
impl AxisFits<Unknown, Stays> for One {}
impl<May, const N: usize> AxisFits<Len<N>, May> for Len<N> {}
impl<May, const N: usize> AxisFits<Unknown, May> for Len<N> {}
impl<May, Name> AxisFits<NamedLen<Name>, May> for NamedLen<Name> {}
impl<May, Name> AxisFits<Unknown, May> for NamedLen<Name> {}
impl<Out, May> AxisFits<Out, May> for Unknown {}
/// An operand that lies in the result with all its axes, as [`Guard`](crate::typed::fit::Guard) has it.
pub trait Inside {}
impl Inside for Lies {}
impl Inside for Beyond<()> {}
impl Inside for Dropped<()> {}
impl<B> Inside for Dropped<(One, B)> where Dropped<B>: Inside {}
impl Inside for Ranks<Equal> {}
impl Inside for Marked<Matched> {}
impl Inside for Alike<(), ()> {}

/// Operands the first voter of which has certainly all axes of the result: the others stretch to it, and not along each other.
pub trait Covered<M, X, Frame, Out> {}
impl<M, X, Frame, Out, E, Rest> Covered<M, X, Frame, Out> for (E, Rest) where
    E: InFrame<M, X, Frame, Vote: Covers<E::Axes, Out, (M, X, Frame), Rest>>
{
}
/// Whether the first voter has the axes `Out`, `Self` being the vote of an operand of the axes `Axes`.
pub trait Covers<Axes, Out, Call, Rest> {}
impl<D, Axes: Spans<Out, Output = Yes>, Out, Call, Rest> Covers<Axes, Out, Call, Rest> for Rank<D> {}
impl<Axes, Out, M, X, Frame, Rest: Covered<M, X, Frame, Out>> Covers<Axes, Out, (M, X, Frame), Rest> for NoRank {}

/// Operands without one of a lower rank than the result, which might lie on another axis of it.
pub trait NoneLower<Out> {}
impl<Out> NoneLower<Out> for () {}
impl<Out, E: Says<Shape: Resolved<List: NotLower<Out>>>, Rest: NoneLower<Out>> NoneLower<Out> for (E, Rest) {}
/// A shape that has as many axes as `Out`, or none.
pub trait NotLower<Out> {}
impl<Out> NotLower<Out> for NoShape {}
impl<Out> NotLower<Out> for Unranked {}
impl<Out> NotLower<Out> for () {}
impl<A, B: AsLong<P>, O, P> NotLower<(O, P)> for (A, B) {}
/// A list that is as long as `Other`.
pub trait AsLong<Other> {}
impl AsLong<()> for () {}
impl<A, B: AsLong<P>, O, P> AsLong<(O, P)> for (A, B) {}
