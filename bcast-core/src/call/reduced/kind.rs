//! Checks by method resolution that elements have a reduction, and that what `unzip` takes apart is a tuple, with one error if not.
//!
//! Generated code calls `(&&pass.kind()).__bcast_reduces()`, checks the answer by [`Accepted`](crate::operand::accepted::Accepted), and calls
//! its `keep` with the pass. If the elements lack the reduction, the pass's type stays open, so that the compiler adds no errors.

use core::marker::PhantomData;

use super::several::ResultTuple;
use crate::exec::reduce::Reduce;
use crate::math::fused::Fused;
use crate::operand::accepted::acceptable;
use crate::operand::list::List;
use crate::reduction::{
    All, Any, ArgMax, ArgMin, Averaged, Compared, Condition, Count, Max, Mean, Min, Multiplied, Prod, Sum, Summed,
};
use crate::shape::unit::Unit;

/// A reduction `O` of elements `T`.
pub struct Reducing<O, T>(pub(super) PhantomData<(O, T)>);
/// A reduction that is defined.
pub struct IsReduced;
/// A reduction `O` that elements `T` do not have.
pub struct IsNotReduced<O, T>(PhantomData<(O, T)>);

/// Level 1: reductions that are defined.
pub trait FindReduced {
    #[doc(hidden)]
    #[inline(always)]
    fn __bcast_reduces(&self) -> IsReduced {
        IsReduced
    }
}
impl<T: Copy, O: Reduce<T>> FindReduced for &Reducing<O, T> {}
/// Level 2: the others.
pub trait FindNotReduced<O, T> {
    #[doc(hidden)]
    #[inline(always)]
    fn __bcast_reduces(&self) -> IsNotReduced<O, T> {
        IsNotReduced(PhantomData)
    }
}
impl<O, T> FindNotReduced<O, T> for Reducing<O, T> {}

/// An expression `F` with values `R`.
pub struct Unzipping<F, R>(F, PhantomData<R>);

/// Makes an [`Unzipping`] of an expression over a list.
#[inline(always)]
pub fn unzipping<L: List, R, F: Fn(L::Elems, Fused) -> R>(_list: &L, expression: F) -> Unzipping<F, R> {
    Unzipping(expression, PhantomData)
}

impl<F, R> Unzipping<F, R> {
    /// The type of its values, which method resolution checks.
    #[inline(always)]
    pub fn kind(&self) -> Unzipped<R> {
        Unzipped(PhantomData)
    }

    /// The expression.
    #[inline(always)]
    pub fn expression(self) -> F {
        self.0
    }
}

/// Values `R` of an expression.
pub struct Unzipped<R>(PhantomData<R>);
/// Values that are tuples.
pub struct IsTuple;
/// Values `R` that are none.
pub struct IsNoTuple<R>(PhantomData<R>);

/// Level 1: tuples.
pub trait FindTuple {
    #[doc(hidden)]
    #[inline(always)]
    fn __bcast_unzips(&self) -> IsTuple {
        IsTuple
    }
}
impl<R: ResultTuple> FindTuple for &Unzipped<R> {}
/// Level 2: other values.
pub trait FindNoTuple<R> {
    #[doc(hidden)]
    #[inline(always)]
    fn __bcast_unzips(&self) -> IsNoTuple<R> {
        IsNoTuple(PhantomData)
    }
}
impl<R> FindNoTuple<R> for Unzipped<R> {}

impl Unit for IsTuple {
    const UNIT: Self = Self;
}
impl<R> Unit for IsNoTuple<R> {
    const UNIT: Self = Self(PhantomData);
}
impl IsTuple {
    /// Returns the expression.
    #[inline(always)]
    pub fn keep<F>(self, expression: F) -> F {
        expression
    }
}
impl<R> IsNoTuple<R> {
    /// Leaves the type open after an error.
    pub fn keep<F, X>(self, _expression: F) -> X {
        unreachable!("it is not `Acceptable`")
    }
}

impl Unit for IsReduced {
    const UNIT: Self = Self;
}
impl<O, T> Unit for IsNotReduced<O, T> {
    const UNIT: Self = Self(PhantomData);
}
impl IsReduced {
    /// Returns the reduction.
    #[inline(always)]
    pub fn keep<P>(self, pass: P) -> P {
        pass
    }
}
impl<O, T> IsNotReduced<O, T> {
    /// Leaves the type open after an error.
    pub fn keep<P, X>(self, _pass: P) -> X {
        unreachable!("it is not `Acceptable`")
    }
}
acceptable! {
    [] IsTuple;
    [R] IsNoTuple<R> where R: ResultTuple;
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
