//! Checks by method resolution that two scalars have the operator between them, with one error for a missing one.
//!
//! Generated code passes the first operand through `(&x, &y, Add).__bcast_keep(x)`, or a place through the check of `AddAssign`. If two
//! primitive scalars lack the operator, the operand's type stays open from there on, so that the compiler adds no errors: for `f32 + f64`
//! alone it reports two, with lists of possible additions. For other types the message of Rust itself is kept.
#![allow(missing_docs, reason = "documented by their traits")]

use core::marker::PhantomData;
use core::ops;

use crate::operand::entry::{Base, Constant, LyingAs, OwnAligned, PlaceElement, View};
use crate::operand::kind::{Elements, Primitive};

/// A side of an operator: an operand, or the value of another operator.
pub trait Side {
    type Elem;
}
/// One impl per type: a blanket impl would cost a trait query for every shape.
macro_rules! sides {
    ($([$($generic:tt)*] $side:ty => $elem:ty;)*) => {$(
        impl<$($generic)*> Side for $side {
            type Elem = $elem;
        }
    )*};
}
sides! {
    [T, Family, D] View<'_, T, Family, D> => T;
    [T] Constant<T> => T;
    [T, Family, D] PlaceElement<T, Family, D> => T;
    [E: Side, P] OwnAligned<E, P> => E::Elem;
    [E: Side, P] LyingAs<E, P> => E::Elem;
    [E: Side] Base<E> => E::Elem;
    [T] Value<T> => T;
}

/// The value of an operator.
pub struct Value<T>(PhantomData<fn() -> T>);
/// An operator's value of unknown type.
pub struct AnyValue;

/// Level 1: operators that are defined.
pub trait Defined: Sized {
    type Output;
    /// Returns the first side and the operator's value.
    #[inline(always)]
    fn __bcast_keep<K>(self, side: K) -> (K, Value<Self::Output>) {
        (side, Value(PhantomData))
    }
}

/// Level 2: operators that two primitive scalars lack.
pub trait Undefined<const OPERATOR: char, A, B> {
    /// Never compiles: the only error about this operator. The side's type stays open, so that nothing else fails.
    #[rustfmt::skip] // The compiler prints the line.
    fn __bcast_keep<K, X, Y>(&self, _: K) -> (X, Y) where Elements: HaveOperator<OPERATOR, A, B> {
        unreachable!("no type implements `HaveOperator`")
    }
}

/// Level 3: operators between other types, which the compiler checks in the expression itself.
pub trait Unasked {
    /// Returns the first side and the operator's value.
    #[inline(always)]
    fn __bcast_keep<K>(&mut self, side: K) -> (K, AnyValue) {
        (side, AnyValue)
    }
}
impl<A, B, Operator> Unasked for (&A, &B, Operator) {}

macro_rules! operators {
    ($($operator:literal $bound:ident $in_place:ident;)*) => {$(
        #[doc = concat!("The operator `", $operator, "`. A type, since the compiler computes a constant argument of each call anew.")]
        pub struct $bound;
        impl<A: Side<Elem: ops::$bound<B::Elem>>, B: Side> Defined for (&A, &B, $bound) {
            type Output = <A::Elem as ops::$bound<B::Elem>>::Output;
        }
        #[doc = concat!("The operator `", $operator, "=` of a place.")]
        pub struct $in_place;
        impl<A: Side<Elem: ops::$in_place<B::Elem>>, B: Side> Defined for (&A, &B, $in_place) {
            type Output = ();
        }
        operators!(@ $operator $bound);
        operators!(@ $operator $in_place);
    )*};
    (@ $operator:literal $sign:ident) => {
        impl<A: Side<Elem: Primitive>, B: Side<Elem: Primitive>> Undefined<$operator, A::Elem, B::Elem> for (&A, &B, $sign) {}
    };
}
operators! {
    '+' Add AddAssign;
    '-' Sub SubAssign;
    '*' Mul MulAssign;
    '/' Div DivAssign;
    '%' Rem RemAssign;
    '&' BitAnd BitAndAssign;
    '|' BitOr BitOrAssign;
    '^' BitXor BitXorAssign;
}

/// Implemented for nothing: carries the message about an operator that scalars lack.
#[diagnostic::on_unimplemented(
    message = "there is no operator {OPERATOR} between elements of types `{A}` and `{B}`",
    label = "not defined for `{A}` and `{B}`",
    note = "numbers are converted only where the expression says so, as in `x as f64`"
)]
pub trait HaveOperator<const OPERATOR: char, A, B> {}
