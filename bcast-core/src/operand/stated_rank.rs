//! The number of axes that a `where` clause states, compared with the rank that types know.
//!
//! Generated code calls `(&&&(array_of(&x), Axes::<2>)).__bcast_stated()` with the traits of all levels in scope, and checks that the answer is
//! [`Accepted`](crate::operand::accepted::Accepted).
#![allow(missing_docs, reason = "documented by their traits")]

use core::marker::PhantomData;

use crate::operand::accepted::acceptable;
use crate::operand::place::OfFamily;
use crate::shape::axes::KnownRank;
use crate::shape::rank::{Ix0, Ix1, Ix2, Ix3, Ix4, Ix5, Ix6, IxDyn, NoRank, Rank};
use crate::shape::unit::Unit;

/// A number of stated axes.
pub struct Axes<const AXES: usize>;

/// Types know of no contradiction.
pub struct Agrees;
/// An array of rank `D` of which `AXES` axes are stated.
pub struct Contradicts<D, const AXES: usize>(PhantomData<D>);
acceptable! {
    [] Agrees;
    [D, const AXES: usize] Contradicts<D, AXES> where D: IsStatedWith<AXES>;
}

/// The rank of a place, as a type.
#[inline(always)]
pub fn place_of<Q: OfFamily>(_: &Q) -> PhantomData<Rank<Q::Rank>> {
    PhantomData
}

/// Level 1: the same rank, or one that only the run time knows.
pub trait StatedExactly {
    #[inline(always)]
    fn __bcast_stated(&self) -> Agrees {
        Agrees
    }
}
macro_rules! ranks {
    ($($rank:ident $axes:literal)*) => {$(
        impl StatedExactly for &&(PhantomData<Rank<$rank>>, Axes<$axes>) {}
    )*};
}
ranks!(Ix0 0 Ix1 1 Ix2 2 Ix3 3 Ix4 4 Ix5 5 Ix6 6);
impl<const AXES: usize> StatedExactly for &&(PhantomData<Rank<IxDyn>>, Axes<AXES>) {}
impl StatedExactly for &&(PhantomData<NoRank>, Axes<0>) {}

/// Level 2: another rank.
pub trait StatedOtherwise {
    type Contradiction: Unit;
    #[inline(always)]
    fn __bcast_stated(&self) -> Self::Contradiction {
        Unit::UNIT
    }
}
impl<D: KnownRank, const AXES: usize> StatedOtherwise for &(PhantomData<Rank<D>>, Axes<AXES>) {
    type Contradiction = Contradicts<D, AXES>;
}
impl<const AXES: usize> StatedOtherwise for &(PhantomData<NoRank>, Axes<AXES>) {
    type Contradiction = Contradicts<NoRank, AXES>;
}
impl Unit for Agrees {
    const UNIT: Self = Agrees;
}
impl<D, const AXES: usize> Unit for Contradicts<D, AXES> {
    const UNIT: Self = Contradicts(PhantomData);
}

/// Level 3: a generic rank.
pub trait StatedOfGeneric {
    #[inline(always)]
    fn __bcast_stated(&self) -> Agrees {
        Agrees
    }
}
impl<D, const AXES: usize> StatedOfGeneric for (PhantomData<D>, Axes<AXES>) {}

/// Implemented for nothing: carries the message. `Self` is a rank, or [`NoRank`] for a number.
#[diagnostic::on_unimplemented(
    message = "a shape of rank {AXES} is stated of an array of rank `{Self}`",
    label = "expected a length for each axis of the array",
    note = "a number has no axes: its shape is `[]`, or left out"
)]
pub trait IsStatedWith<const AXES: usize> {}
