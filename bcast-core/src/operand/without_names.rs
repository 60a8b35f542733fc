//! Checks by method resolution that an operand of mode named which has no entry in `where` is a constant.
//!
//! Generated code calls `(&&array_of(&x)).__bcast_names()`, and checks that the answer is [`Accepted`](crate::operand::accepted::Accepted).
#![allow(missing_docs, reason = "documented by their traits")]

use core::marker::PhantomData;

use crate::operand::accepted::acceptable;
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

impl Unit for NeedsNoNames {
    const UNIT: Self = Self;
}
impl<D> Unit for ArrayWithoutNames<D> {
    const UNIT: Self = Self(PhantomData);
}
impl NeedsNoNames {
    /// Returns the container of the result.
    #[inline(always)]
    pub fn open<C>(&self, container: C) -> C {
        container
    }
}
impl<D> ArrayWithoutNames<D> {
    /// Leaves the type of the result open after an error.
    pub fn open<C, X>(&self, _container: C) -> X {
        unreachable!("it is not `Acceptable`")
    }
}
