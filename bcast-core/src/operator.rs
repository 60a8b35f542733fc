//! Whether elements have the operators between them, by method resolution, so that one that they lack is said once.
//!
//! Generated code hands the first operand to `(&x, &y, Add).__bcast_keep(x)`, or a place to `__bcast_keep_place`. Where there is no such
//! operator its type is open from there on, and the compiler says nothing more about it: of `f32 + f64` alone it says two things, and
//! lists what else could be added.

use core::marker::PhantomData;
use core::ops;

use crate::operand::Entry;
use crate::probe::Elements;

/// What an operator stands beside: an operand, or the value of another operator.
pub trait Side {
    /// The type of its elements.
    type Elem;
}
impl<E: Entry> Side for E {
    type Elem = E::Elem;
}
impl<T> Side for Value<T> {
    type Elem = T;
}

/// The value of an operator.
pub struct Value<T>(PhantomData<fn() -> T>);

/// Operators that are defined, which are asked first.
pub trait Defined {
    /// The type of the values.
    type Output;
    /// The first side, and the operator's value.
    #[inline(always)]
    fn __bcast_keep<K>(&self, side: K) -> (K, Value<Self::Output>) {
        (side, Value(PhantomData))
    }
}

/// Operators that are defined for elements that are computed in place.
pub trait DefinedInPlace {
    /// The place, and no value.
    #[inline(always)]
    fn __bcast_keep_place<K>(&self, place: K) -> (K, ()) {
        (place, ())
    }
}

/// Operators that are not defined.
pub trait Undefined<const OPERATOR: char, A, B> {
    /// Never compiles: the one error about this operator. What its side would be is open, so that nothing else is wrong.
    #[rustfmt::skip] // The compiler prints the line.
    fn __bcast_keep<K, X, Y>(&mut self, _: K) -> (X, Y) where Elements: HaveOperator<OPERATOR, A, B> {
        unreachable!("no type implements `HaveOperator`")
    }
}

/// The same of elements that are computed in place.
pub trait UndefinedInPlace<const OPERATOR: char, A, B> {
    /// As of [`Undefined`].
    #[rustfmt::skip] // The compiler prints the line.
    fn __bcast_keep_place<K, X, Y>(&mut self, _: K) -> (X, Y) where Elements: AreComputedInPlace<OPERATOR, A, B> {
        unreachable!("no type implements `AreComputedInPlace`")
    }
}

macro_rules! operators {
    ($($operator:literal $bound:ident $in_place:ident;)*) => {$(
        #[doc = concat!("The operator `", $operator, "`. A type, since the compiler computes a constant argument of each call anew.")]
        pub struct $bound;
        impl<A: Side<Elem: ops::$bound<B::Elem>>, B: Side> Defined for (&A, &B, $bound) {
            type Output = <A::Elem as ops::$bound<B::Elem>>::Output;
        }
        impl<A: Side, B: Side> Undefined<$operator, A::Elem, B::Elem> for (&A, &B, $bound) {}
        impl<A: Side<Elem: ops::$in_place<B::Elem>>, B: Side> DefinedInPlace for (&A, &B, $bound) {}
        impl<A: Side, B: Side> UndefinedInPlace<$operator, A::Elem, B::Elem> for (&A, &B, $bound) {}
    )*};
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

/// Implemented by nothing: it carries the message about an operator that elements lack.
#[diagnostic::on_unimplemented(
    message = "there is no operator {OPERATOR} between elements of types `{A}` and `{B}`",
    label = "not defined for `{A}` and `{B}`",
    note = "elements are converted only where the expression says so: numbers by `x as f64`, others by `T::from(x)`",
    note = "in generic code a bound defines it, such as `T: core::ops::Add<U, Output = T>`"
)]
pub trait HaveOperator<const OPERATOR: char, A, B> {}

/// Implemented by nothing: it carries the message about an operator that a place's elements lack.
#[diagnostic::on_unimplemented(
    message = "no operator {OPERATOR} computes elements of type `{A}` in place with ones of type `{B}`",
    label = "not defined for `{A}` and `{B}`",
    note = "elements are converted only where the expression says so: numbers by `x as f64`, others by `T::from(x)`",
    note = "in generic code a bound defines it, such as `T: core::ops::AddAssign<U>`"
)]
pub trait AreComputedInPlace<const OPERATOR: char, A, B> {}
