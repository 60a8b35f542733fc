//! Checks by method resolution that an operand of mode named which has no entry in `where` is a constant.
//!
//! Generated code calls `(&&array_of(&x)).__bcast_names()`, and checks that the answer is [`Accepted`](crate::operand::accepted::Accepted).
#![allow(missing_docs, reason = "documented by their traits")]

use core::marker::PhantomData;

use crate::operand::accepted::{acceptable, opens};
use crate::operand::receiver::by_receiver;
use crate::shape::rank::{NoRank, Rank};

/// A constant.
#[derive(Clone, Copy, Debug)]
pub struct NeedsNoNames;
/// An array of rank `D`, which is not `Acceptable`.
#[derive(Debug)]
pub struct ArrayWithoutNames<D>(PhantomData<D>);
acceptable! {
    [] NeedsNoNames;
}

by_receiver! {
    /// Level 1: constants.
    FindNoArray: fn __bcast_names(&self) {
        [] &PhantomData<NoRank> => NeedsNoNames;
    }

    /// Level 2: arrays.
    FindArray: fn __bcast_names(&self) {
        [D] PhantomData<Rank<D>> => ArrayWithoutNames<D>;
    }
}

opens!(NeedsNoNames, [D] ArrayWithoutNames<D>);
