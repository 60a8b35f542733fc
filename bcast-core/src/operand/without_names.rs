//! Checks by method resolution that an operand of mode named which has no entry in `where` is a constant.
//!
//! Generated code calls `(&&array_of(&x)).__bcast_names()`, and checks that the answer is [`Accepted`](crate::operand::accepted::Accepted).
#![allow(missing_docs, reason = "documented by their traits")]

use core::marker::PhantomData;

use crate::operand::accepted::{acceptable, opens};
use crate::shape::rank::{NoRank, Rank};
use crate::shape::unit::Unit;

/// A constant.
#[derive(Clone, Copy, Debug)]
pub struct NeedsNoNames;
/// An array of rank `D`, which is not `Acceptable`.
#[derive(Debug)]
pub struct ArrayWithoutNames<D>(PhantomData<D>);
acceptable! {
    [] NeedsNoNames;
}

/// Level 1: constants.
pub trait FindNoArray {
    #[doc(hidden)]
    #[inline(always)]
    fn __bcast_names(&self) -> NeedsNoNames {
        NeedsNoNames
    }
}
impl FindNoArray for &PhantomData<NoRank> {}
/// Level 2: arrays.
pub trait FindArray<D> {
    #[doc(hidden)]
    #[inline(always)]
    fn __bcast_names(&self) -> ArrayWithoutNames<D> {
        Unit::UNIT
    }
}
impl<D> FindArray<D> for PhantomData<Rank<D>> {}

opens!(NeedsNoNames, [D] ArrayWithoutNames<D>);
