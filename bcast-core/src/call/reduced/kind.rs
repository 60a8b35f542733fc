//! Checks by method resolution that elements have a reduction, and that those which `unzip` takes apart are tuples, with one error if not.
//!
//! Generated code calls `(&&pass.kind()).__bcast_reduces()`, checks the answer by [`Accepted`](crate::operand::accepted::Accepted), and calls
//! its `open` with the pass. If the elements lack the reduction, the pass's type stays open, so that the compiler adds no errors.

use core::marker::PhantomData;

use super::several::ResultTuple;
use crate::exec::reduce::Reduction;
use crate::operand::accepted::{acceptable, opens};
use crate::operand::receiver::by_receiver;
use crate::reduction::{
    All, Any, ArgMax, ArgMin, Averaged, Compared, Condition, Count, Max, Mean, Min, Multiplied, Prod, Sum, Summed,
};

/// A reduction `O` of elements `T`.
pub struct Reducing<O, T>(pub(super) PhantomData<(O, T)>);
/// A reduction that is defined.
pub struct IsReduced;
/// A reduction `O` that elements `T` do not have.
pub struct IsNotReduced<O, T>(PhantomData<(O, T)>);

by_receiver! {
    /// Level 1: reductions that are defined.
    FindReduced: fn __bcast_reduces(&self) {
        [T: Copy, O: Reduction<T>] &Reducing<O, T> => IsReduced;
    }

    /// Level 2: the others.
    FindNotReduced: fn __bcast_reduces(&self) {
        [O, T] Reducing<O, T> => IsNotReduced<O, T>;
    }
}

/// Elements `T` of a value.
pub struct Unzipping<T>(pub(super) PhantomData<T>);
/// Elements that are tuples.
pub struct IsTuple;
/// Elements `T` that are none.
pub struct IsNoTuple<T>(PhantomData<T>);

by_receiver! {
    /// Level 1: tuples.
    FindTuple: fn __bcast_unzips(&self) {
        [T: ResultTuple] &Unzipping<T> => IsTuple;
    }

    /// Level 2: other values.
    FindNoTuple: fn __bcast_unzips(&self) {
        [T] Unzipping<T> => IsNoTuple<T>;
    }
}

opens!(IsTuple, [T] IsNoTuple<T>);
opens!(IsReduced, [O, T] IsNotReduced<O, T>);
acceptable! {
    [] IsTuple;
    [T] IsNoTuple<T> where T: ResultTuple;
    [] IsReduced;
    [T] IsNotReduced<Sum, T> where T: Summed;
    [T] IsNotReduced<Mean, T> where T: Averaged;
    [T] IsNotReduced<Prod, T> where T: Multiplied;
    [T] IsNotReduced<Min, T> where T: Compared;
    [T] IsNotReduced<Max, T> where T: Compared;
    [T] IsNotReduced<ArgMin, T> where T: Compared;
    [T] IsNotReduced<ArgMax, T> where T: Compared;
    [T] IsNotReduced<Any, T> where T: Condition;
    [T] IsNotReduced<All, T> where T: Condition;
    [T] IsNotReduced<Count, T> where T: Condition;
}
