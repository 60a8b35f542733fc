//! The shape that a `where` clause states, compared with the rank and the lengths that types know.
//!
//! Generated code calls `(&&&(array_of(&x), Axes::<2>)).__bcast_stated()` and, if lengths are literals,
//! `(&&&(lengths_of(&x), Lengths::<(Len<2>, (Unknown, ()))>)).__bcast_stated_lengths()` with the traits of all levels in scope, and checks
//! that the answers are [`Accepted`](crate::operand::accepted::Accepted).
#![allow(missing_docs, reason = "documented by their traits")]

use core::marker::PhantomData;

use crate::operand::accepted::acceptable;
use crate::operand::descriptor::OperandType;
use crate::operand::entry::Entry;
use crate::operand::place::OfFamily;
use crate::operand::receiver::by_receiver;
use crate::shape::axes::{KnownRank, List};
use crate::shape::axis::{Len, NamedLen, One, Unknown};
use crate::shape::literals::Literal;
use crate::shape::rank::{Ix0, Ix1, Ix2, Ix3, Ix4, Ix5, Ix6, IxDyn, NoRank, Rank};
use crate::shape::unit::units;

/// A number of stated axes.
pub struct Axes<const AXES: usize>;

/// Types know of no contradiction.
pub struct Agrees;
/// An array of rank `D` of which `AXES` axes are stated.
pub struct Contradicts<D, const AXES: usize>(PhantomData<D>);
acceptable! {
    [] Agrees;
    [D, const AXES: usize] Contradicts<D, AXES> where D: IsStatedWith<AXES>;
    [S] ContradictsLengths<S> where S: HasStatedLengths;
}

/// The rank of a place, as a type.
#[inline(always)]
pub fn place_of<Q: OfFamily>(_: &Q) -> PhantomData<Rank<Q::Rank>> {
    PhantomData
}

by_receiver! {
    /// Level 1: the same rank, or one that only the run time knows.
    StatedExactly: fn __bcast_stated(&self) {
        [] &&(PhantomData<NoRank>, Axes<0>) => Agrees;
        [] &&(PhantomData<Rank<Ix0>>, Axes<0>) => Agrees;
        [] &&(PhantomData<Rank<Ix1>>, Axes<1>) => Agrees;
        [] &&(PhantomData<Rank<Ix2>>, Axes<2>) => Agrees;
        [] &&(PhantomData<Rank<Ix3>>, Axes<3>) => Agrees;
        [] &&(PhantomData<Rank<Ix4>>, Axes<4>) => Agrees;
        [] &&(PhantomData<Rank<Ix5>>, Axes<5>) => Agrees;
        [] &&(PhantomData<Rank<Ix6>>, Axes<6>) => Agrees;
        [const AXES: usize] &&(PhantomData<Rank<IxDyn>>, Axes<AXES>) => Agrees;
    }

    /// Level 2: another rank.
    StatedOtherwise: fn __bcast_stated(&self) {
        [D: KnownRank, const AXES: usize] &(PhantomData<Rank<D>>, Axes<AXES>) => Contradicts<D, AXES>;
        [const AXES: usize] &(PhantomData<NoRank>, Axes<AXES>) => Contradicts<NoRank, AXES>;
    }

    /// Level 3: a generic rank.
    StatedOfGeneric: fn __bcast_stated(&self) {
        [D, const AXES: usize] (PhantomData<D>, Axes<AXES>) => Agrees;
    }
}
units! {
    [] Agrees = Agrees;
    [D, const AXES: usize] Contradicts<D, AXES> = Contradicts(PhantomData);
    [S] ContradictsLengths<S> = ContradictsLengths(PhantomData);
}

/// Implemented for nothing: carries the message. `Self` is a rank, or [`NoRank`] for a number.
#[diagnostic::on_unimplemented(
    message = "a shape of rank {AXES} is stated of an array of rank `{Self}`",
    label = "expected a length for each axis of the array",
    note = "a number has no axes: its shape is `[]`, or left out"
)]
pub trait IsStatedWith<const AXES: usize> {}

/// Stated lengths as a list of axes; [`Unknown`] stands for what is no literal.
pub struct Lengths<S>(pub PhantomData<S>);

/// An array whose type has the lengths `S`, a tuple, of which a stated one differs.
pub struct ContradictsLengths<S>(PhantomData<S>);

/// The lengths in the type of an operand.
#[inline(always)]
pub fn lengths_of<E: Entry>(_: &E) -> PhantomData<<E::Type as OperandType>::Lengths> {
    PhantomData
}

/// The lengths in the type of a place.
#[inline(always)]
pub fn lengths_of_place<Q: OfFamily>(_: &Q) -> PhantomData<Q::Lengths> {
    PhantomData
}

by_receiver! {
    /// Level 1: each stated length is the one in the type, or types do not know it.
    StatedLengthsMeet: fn __bcast_stated_lengths(&self) {
        [L: Meets<S>, S] &&(PhantomData<L>, Lengths<S>) => Agrees;
    }

    /// Level 2: a length in the type is a literal, and another one is stated.
    StatedLengthsDiffer: fn __bcast_stated_lengths(&self) {
        [L: Comparable<S> + List, S] &(PhantomData<L>, Lengths<S>) => ContradictsLengths<L::Tuple>;
    }

    /// Level 3: only the run time can compare the lengths, or the ranks differ.
    StatedLengthsOpen: fn __bcast_stated_lengths(&self) {
        [L, S] (PhantomData<L>, Lengths<S>) => Agrees;
    }
}

/// A shape, or an axis, that has the stated lengths as far as types know.
pub trait Meets<S> {}
impl Meets<()> for () {}
impl<A: Meets<B>, Rest: Meets<Others>, B, Others> Meets<(B, Others)> for (A, Rest) {}
impl<A> Meets<Unknown> for A {}
impl Meets<One> for One {}
impl<const N: usize> Meets<Len<N>> for Len<N> {}
impl Meets<One> for Unknown {}
impl<const N: usize> Meets<Len<N>> for Unknown {}
impl<Name> Meets<One> for NamedLen<Name> {}
impl<Name, const N: usize> Meets<Len<N>> for NamedLen<Name> {}

/// A shape of literal, named and unknown lengths, of the same rank as the stated one. Types can't tell a const parameter from a literal that
/// is not among the [`Literal`]s.
pub trait Comparable<S> {}
impl Comparable<()> for () {}
impl<Rest: Comparable<Others>, B, Others> Comparable<(B, Others)> for (One, Rest) {}
impl<Rest: Comparable<Others>, B, Others, const N: usize> Comparable<(B, Others)> for (Len<N>, Rest) where
    Len<N>: Literal
{
}
impl<Rest: Comparable<Others>, B, Others> Comparable<(B, Others)> for (Unknown, Rest) {}
impl<Rest: Comparable<Others>, B, Others, Name> Comparable<(B, Others)> for (NamedLen<Name>, Rest) {}

/// Implemented for nothing: carries the message. `Self` is the shape in the type of the array.
#[diagnostic::on_unimplemented(
    message = "the type of this array has the shape `{Self}`, and another one is stated",
    label = "expected the lengths of the type, or `_` in place of each",
    note = "a shape in a type needs no entry in `where`"
)]
pub trait HasStatedLengths {}
