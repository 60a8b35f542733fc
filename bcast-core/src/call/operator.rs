//! Checks by method resolution that the sides of an operator have it, with one error for a missing one.
//!
//! `(&(&x, &y, Add)).__bcast_operator()` returns a type for the operator that method resolution found. Generated code checks that type by
//! [`Accepted`](crate::operand::accepted::Accepted), and calls its `keep` with the first operand, or with a place for `AddAssign`. If the sides
//! lack the operator, the operand's type stays open from there on, so that the compiler adds no errors: for `f32 + f64` alone it reports two,
//! with lists of possible additions. Of a type that has the operator with no type, not even itself, the message of Rust itself is kept: it names
//! what to implement or which bound to add, and lists nothing.
#![allow(missing_docs, reason = "documented by their traits")]

use core::marker::PhantomData;
use core::ops;

use crate::operand::accepted::{Opens, acceptable};
use crate::operand::entry::{As, Constant, PlaceElement, View};
use crate::operand::kind::{Elements, Primitive, ValueTag};
use crate::operand::receiver::by_receiver;
use crate::shape::unit::{Unit, units};

mod refusals;

pub use refusals::*;

/// A side of an operator: an operand, the value of another operator, or a number.
pub trait Side {
    type Elem;
    /// A number without a suffix; of other sides, `()`.
    type Literal;
}
/// One impl per type: a blanket impl would cost a trait query for every shape.
macro_rules! sides {
    ($([$($generic:tt)*] $side:ty => $elem:ty;)*) => {$(
        impl<$($generic)*> Side for $side {
            type Elem = $elem;
            type Literal = ();
        }
    )*};
}
sides! {
    [T, Family, D] View<'_, T, Family, D> => T;
    [T] Constant<T> => T;
    [T, Family, D] PlaceElement<T, Family, D> => T;
    [E: Side, K] As<E, K> => E::Elem;
    [T] Value<T> => T;
}

/// A number without a suffix, of type `N` by inference.
pub struct Literal<Kind, N>(PhantomData<fn() -> (Kind, N)>);
impl<Kind, N> Side for Literal<Kind, N> {
    type Elem = N;
    type Literal = Self;
}

/// A number without a suffix.
pub fn literal<Kind, N>(_: N) -> Literal<Kind, N> {
    Literal(PhantomData)
}

/// The kind of an integer without a suffix.
pub struct IntegerLiteral<const VALUE: u128>;

/// The kind of a float without a suffix.
pub struct FloatLiteral;

/// The value of an operator.
pub struct Value<T>(PhantomData<fn() -> T>);
/// An operator's value of unknown type.
pub struct AnyValue;
units! {
    [] AnyValue = AnyValue;
    [T] Value<T> = Value(PhantomData);
    [V] Defined<V> = Defined(PhantomData);
    [] MustBeElement = MustBeElement;
    [] MayBeArray = MayBeArray;
}

/// The value of an expression between the operands. Never called, since only the type matters.
pub fn value_of<T>(_: T) -> Value<T> {
    Value(PhantomData)
}

/// A value inside of the expression.
pub const fn value_like<T>(_: &T) -> Value<T> {
    Value(PhantomData)
}

/// A value of a type that the expression names.
pub const fn value_as<T>() -> Value<T> {
    Value(PhantomData)
}

by_receiver! {
    /// Decides whether a value at an operator must be one element. Beside a scalar it must be. For other types it may be an array if the operator
    /// is defined, as `==` is between elements of type `[u8; 3]`. Generated code calls it on four references.
    Decide: fn __bcast_decide(&self) {
        [A: Side<Elem: Primitive>, B, Operator] &&&(&A, &B, Operator) => MustBeElement;
        [A, B: Side<Elem: Primitive>, Operator] &&(&A, &B, Operator) => MustBeElement;
        [Operator: FindDefined] &Operator => MayBeArray;
        [A, B, Operator] (&A, &B, Operator) => MustBeElement;
    }

    /// A value that is the whole expression, and so an element of the result: level 1 for types that are copied, which elements are.
    FindCopied: fn __bcast_whole(&self) {
        [T: Copy] Value<T> => ValueTag<bool>;
    }

    /// Level 2: other types, of which arrays have a message.
    FindUncopied: fn __bcast_whole(&self) {
        [T] &Value<T> => ValueTag<T>;
    }
}

/// A value that must be one element.
pub struct MustBeElement;
impl MustBeElement {
    /// The value's type.
    #[inline(always)]
    pub fn of<T>(self, _: &Value<T>) -> ValueTag<T> {
        Unit::UNIT
    }
}
/// A value of any type.
pub struct MayBeArray;
impl MayBeArray {
    /// A type that is an element.
    #[inline(always)]
    pub fn of<T>(self, _: &Value<T>) -> ValueTag<bool> {
        Unit::UNIT
    }
}

/// The value of a comparison.
pub const BOOL: Value<bool> = Value(PhantomData);
/// A position, length or count.
pub const USIZE: Value<usize> = Value(PhantomData);

/// The checks so far have passed; after one that has not, this type is open.
#[derive(Clone, Copy)]
pub struct Passed;

/// An expression's value, of an open type after an error.
pub trait Pass<T> {
    type Out;
    fn pass(self, value: T) -> Self::Out;
}
impl<T> Pass<T> for Passed {
    type Out = T;
    #[inline(always)]
    fn pass(self, value: T) -> T {
        value
    }
}

/// Passes an expression's value on.
#[inline(always)]
pub fn passed<P: Pass<T>, T>(passed: P, value: T) -> P::Out {
    passed.pass(value)
}

/// An operand's element. Never called, since only the type matters.
pub fn element_of<S: Side>(_: &S) -> S::Elem {
    unreachable!("only its type is needed")
}

/// An operator that is defined, or that the compiler checks in the expression itself. `V` is its value.
pub struct Defined<V>(PhantomData<fn() -> V>);

/// Level 1: operators that are defined.
pub trait FindDefined {
    type Output;
    #[inline(always)]
    fn __bcast_operator(&self) -> Defined<Value<Self::Output>> {
        Defined(PhantomData)
    }
    #[inline(always)]
    fn __bcast_like(&self) -> Defined<Value<Self::Output>> {
        Defined(PhantomData)
    }
}

/// Levels 2 and 3, by the receiver: operators that two sides lack whose mistakes are explained. The traits of a level are disjoint. `X` and
/// `R` are what a function takes and returns.
macro_rules! lacking {
    ($($(#[$doc:meta])* $found:ident $constant:tt $sides:tt: $this:ty: $bound:path, by $($find:ident $receiver:tt)*;)*) => {$(
        lacking!(@ [$(#[$doc])*] $found $constant $sides $this, $bound);
        $(lacking!(@ $find $receiver $found $constant $sides);)*
    )*};
    (@ [$(#[$doc:meta])*] $found:ident [$($name:ident: $const:ty)?] [$($side:ident)*] $this:ty, $bound:path) => {
        $(#[$doc])*
        pub struct $found<$(const $name: $const,)? $($side),*>(PhantomData<($($side,)*)>);
        acceptable! {
            [$(const $name: $const,)? $($side),*] $found<$($name,)? $($side),*> where $this: $bound;
        }
        units! {
            [$(const $name: $const,)? $($side),*] $found<$($name,)? $($side),*> = $found(PhantomData);
        }
        impl<$(const $name: $const,)? $($side),*> $found<$($name,)? $($side),*> {
            /// Leaves the types open after an error.
            pub fn keep<K, Open, V>(&self, _side: K) -> (Open, V) {
                unreachable!("it is not `Acceptable`")
            }
        }
        impl<$(const $name: $const,)? $($side,)* K, Open> Opens<K, Open> for $found<$($name,)? $($side),*> {
            fn open(_: K) -> Open {
                unreachable!("it is not `Acceptable`")
            }
        }
    };
    (@ $find:ident (&mut self) $found:ident [$($name:ident: $const:ty)?] [$($side:ident)*]) => {
        #[doc = concat!("Finds [`", stringify!($found), "`] at level 3.")]
        pub trait $find<$(const $name: $const,)? $($side,)* X, R> {
            #[inline(always)]
            fn __bcast_operator(&mut self) -> $found<$($name,)? $($side),*> {
                $found(PhantomData)
            }
        }
    };
    (@ $find:ident (&self) $found:ident [$($name:ident: $const:ty)?] [$($side:ident)*]) => {
        #[doc = concat!("Finds [`", stringify!($found), "`] at level 2.")]
        pub trait $find<$(const $name: $const,)? $($side,)* X, R> {
            #[inline(always)]
            fn __bcast_operator(&self) -> $found<$($name,)? $($side),*> {
                $found(PhantomData)
            }
            #[inline(always)]
            fn __bcast_like(&self) -> $found<$($name,)? $($side),*> {
                $found(PhantomData)
            }
        }
    };
}
lacking! {
    /// Two types of numbers.
    OfTwoNumbers [OPERATOR: char] [A B]: Elements: HaveOperator<OPERATOR, A, B>, by FindNumbers (&self);
    /// Complex numbers beside numbers of another type.
    WithComplex [OPERATOR: char] [A B]: Elements: MatchParts<OPERATOR, A, B>, by FindComplexRight (&self) FindComplexLeft (&self);
    /// Sides of which one is no number.
    WithNoNumber [OPERATOR: char] [A B]: Elements: TakeNumbers<OPERATOR, A, B>, by FindNoNumberRight (&self) FindNoNumberLeft (&self);
    /// Sides of `&` or `|` of which one has no bits.
    WithoutBits [OPERATOR: char] [A B]: Elements: HaveBits<OPERATOR, A, B>, by FindBits (&self) FindBitsRight (&self) FindBitsLeft (&self);
    /// Floats at `^`.
    WithPower [OPERATOR: char] [A B]: Elements: AreBits<OPERATOR, A, B>, by FindPower (&self);
    /// Sides of a shift of which one is no integer.
    WithShift [] [A B]: Elements: AreShifted<A, B>, by FindShift (&self);
    /// Sides of which one is a function.
    WithFunction [OPERATOR: char] [A B]: Elements: TakeValues<OPERATOR, A, B>, by FindFunctionRight (&self) FindFunctionLeft (&self);
    /// An integer beside floats, or beside complex numbers of parts of type `P` if `X` is `(P,)`.
    Beside [VALUE: u128] [A]: A: TakeInteger<VALUE>, by FindFloat (&self);
    /// A float beside integers.
    BesideIntegers [] [A]: A: TakeFloat, by FindInteger (&self);
    /// A number beside what is none.
    BesideNoNumber [] [A]: A: TakeNumber, by FindNoNumber (&self);
    /// A number beside a function.
    BesideFunction [] [A]: A: TakeValue, by FindFunction (&self);
    /// A number without a suffix on the left of any other type.
    LeftOf [OPERATOR: char] [A]: Elements: TakeNumberOnLeft<OPERATOR, A>, by FindLiteralLeft (&mut self);
    /// A number without a suffix on the right of a type that has the operator with itself.
    RightOf [OPERATOR: char] [A]: Elements: TakeNumberOnRight<OPERATOR, A>, by FindLiteralRight (&mut self);
    /// Any other type on the right of one that has the operator with itself.
    WithOther [OPERATOR: char] [A B]: Elements: Implements<OPERATOR, A, B>, by FindOtherRight (&mut self);
}

/// Level 4: operators between other types, which the compiler checks in the expression itself.
pub trait FindOther: Sized {
    #[inline(always)]
    fn __bcast_operator(self) -> Defined<AnyValue> {
        Defined(PhantomData)
    }
    #[inline(always)]
    fn __bcast_like(self) -> Defined<AnyValue> {
        Defined(PhantomData)
    }
}
impl<A, B, Operator> FindOther for (&A, &B, Operator) {}

/// Numbers that `as` converts.
pub trait Number {}

/// Types that are mistaken for numbers.
pub trait NoNumber {}

/// Complex numbers of parts of type `P`: they are made from a reference to a part, as no other numbers are.
pub trait Complex<P> {}
impl<T: for<'a> From<&'a f32>> Complex<f32> for T {}
impl<T: for<'a> From<&'a f64>> Complex<f64> for T {}

/// The types of [`Number`] and [`NoNumber`].
pub trait Explained {}
macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl Number for $number {}
        impl Explained for $number {}
    )*};
}
numbers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64);
macro_rules! no_numbers {
    ($([$($generic:ident),*] $this:ty;)*) => {$(
        impl<$($generic),*> NoNumber for $this {}
        impl<$($generic),*> Explained for $this {}
    )*};
}
no_numbers! {
    [] bool;
    [] char;
    [] &str;
    [T] Option<T>;
    [T, E] Result<T, E>;
}

macro_rules! operators {
    ($($operator:tt $bound:ident $in_place:ident;)*) => {$(
        #[doc = concat!("The operator `", $operator, "`. A type, since the compiler computes a constant argument of each call anew.")]
        #[derive(Clone, Copy)]
        pub struct $bound;
        impl<A: Side<Elem: ops::$bound<B::Elem>>, B: Side> FindDefined for (&A, &B, $bound) {
            type Output = <A::Elem as ops::$bound<B::Elem>>::Output;
        }
        #[doc = concat!("The operator `", $operator, "=` of a place.")]
        #[derive(Clone, Copy)]
        pub struct $in_place;
        impl<A: Side<Elem: ops::$in_place<B::Elem>>, B: Side> FindDefined for (&A, &B, $in_place) {
            type Output = ();
        }
        operators!(@ $operator $bound);
        operators!(@ $operator $in_place);
    )*};
    (@ $operator:tt $sign:ident) => {
        operators!(% $operator $sign);
        impl<Kind, N, B: Side> FindLiteralLeft<$operator, B::Elem, (), ()> for &(&Literal<Kind, N>, &B, $sign) {}
        impl<A: Side<Literal = (), Elem: ops::$sign<A::Elem>>, Kind, N> FindLiteralRight<$operator, A::Elem, (), ()>
            for &(&A, &Literal<Kind, N>, $sign) {}
        operators!(# [A: Side<Literal = (), Elem: ops::$sign<A::Elem>>, B: Side<Literal = ()>] FindOtherRight, (), (), $operator $sign);
    };
    (% '&' $sign:ident) => { operators!(% bits '&' $sign); };
    (% '|' $sign:ident) => { operators!(% bits '|' $sign); };
    (% '^' $sign:ident) => {
        operators!(# [A: Side<Elem: Integer>, B: Side<Elem: Number>] FindNumbers, (), (), '^' $sign);
        operators!(# [A: Side<Elem: Float>, B: Side<Elem: Number>] FindPower, (), (), '^' $sign);
        operators!(% others FindNoNumberRight FindNoNumberLeft '^' $sign []);
    };
    (% bits $operator:tt $sign:ident) => {
        operators!(# [A: Side<Elem: Integer>, B: Side<Elem: Number>] FindNumbers, (), (), $operator $sign);
        operators!(# [A: Side<Elem: Float>, B: Side<Elem: Number>] FindBits, (), (), $operator $sign);
        operators!(% others FindBitsRight FindBitsLeft $operator $sign []);
    };
    (% $operator:tt $sign:ident) => {
        impl OfNumbers for $sign {}
        operators!(# [A: Side<Literal = (), Elem: Number>, B: Side<Literal = (), Elem: Number>] FindNumbers, (), (), $operator $sign);
        operators!(% others FindNoNumberRight FindNoNumberLeft $operator $sign [Literal = (),]);
    };
    (% others $right:ident $left:ident $operator:tt $sign:ident [$($no:tt)*]) => {
        operators!(# [A: Side<$($no)* Elem: Explained>, B: Side<$($no)* Elem: NoNumber>] $right, (), (), $operator $sign);
        operators!(# [A: Side<$($no)* Elem: NoNumber>, B: Side<$($no)* Elem: Number>] $left, (), (), $operator $sign);
        operators!(# [A: Side<$($no)* Elem: Number>, B: Side<$($no)* Elem: Complex<P>>, P] FindComplexRight, P, (), $operator $sign);
        operators!(# [A: Side<$($no)* Elem: Complex<P>>, B: Side<$($no)*>, P] FindComplexLeft, P, (), $operator $sign);
        operators!(# [A: Side<$($no)* Elem: Number>, B: Side<$($no)* Elem: Fn(X) -> R>, X, R] FindFunctionRight, X, R, $operator $sign);
        operators!(# [A: Side<$($no)* Elem: Fn(X) -> R>, B: Side<$($no)* Elem: Number>, X, R] FindFunctionLeft, X, R, $operator $sign);
    };
    (# [$($generic:tt)*] $find:ident, $x:ty, $r:ty, $operator:tt $sign:ident) => {
        impl<$($generic)*> $find<$operator, A::Elem, B::Elem, $x, $r> for &(&A, &B, $sign) {}
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

/// Shifts, which need integers on both sides.
macro_rules! shifts {
    ($($operator:literal $sign:ident: $output:ty;)*) => {$(
        #[doc = concat!("The operator `", $operator, "`.")]
        #[derive(Clone, Copy)]
        pub struct $sign;
        impl<A: Side<Elem: ops::$sign<B::Elem>>, B: Side> FindDefined for (&A, &B, $sign) {
            type Output = $output;
        }
        impl<A: Side<Elem: Primitive>, B: Side> FindShift<A::Elem, B::Elem, (), ()> for &(&A, &B, $sign) {}
    )*};
}
shifts! {
    "<<" Shl: <A::Elem as ops::Shl<B::Elem>>::Output;
    ">>" Shr: <A::Elem as ops::Shr<B::Elem>>::Output;
    "<<=" ShlAssign: ();
    ">>=" ShrAssign: ();
}

/// Operators of which numbers without a suffix have messages of their own.
pub trait OfNumbers {}
impl OfNumbers for Compare {}
impl OfNumbers for Equal {}
macro_rules! beside {
    ($([$($generic:tt)*] $find:ident<$($argument:ty),*> $kind:ty;)*) => {$(
        impl<$($generic)*, N, Sign: OfNumbers> $find<$($argument),*> for &(&A, &Literal<$kind, N>, Sign) {}
        impl<$($generic)*, N, Sign: OfNumbers> $find<$($argument),*> for &(&Literal<$kind, N>, &A, Sign) {}
    )*};
}
beside! {
    [const VALUE: u128, A: Side<Literal = (), Elem: Float>] FindFloat<VALUE, A::Elem, (), ()> IntegerLiteral<VALUE>;
    [const VALUE: u128, A: Side<Literal = (), Elem: Complex<P>>, P] FindFloat<VALUE, A::Elem, (P,), ()> IntegerLiteral<VALUE>;
    [A: Side<Literal = (), Elem: Integer>] FindInteger<A::Elem, (), ()> FloatLiteral;
    [A: Side<Literal = (), Elem: NoNumber>, Kind] FindNoNumber<A::Elem, (), ()> Kind;
    [A: Side<Literal = (), Elem: Fn(X) -> R>, X, R, Kind] FindFunction<A::Elem, X, R> Kind;
}

/// A comparison by `<`, `>`, `<=` or `>=`, which only tells the type of a side.
#[derive(Clone, Copy)]
pub struct Compare;
impl<A: Side<Elem: PartialOrd<B::Elem>>, B: Side> FindDefined for (&A, &B, Compare) {
    type Output = bool;
}
/// A comparison by `==` or `!=`.
#[derive(Clone, Copy)]
pub struct Equal;
impl<A: Side<Elem: PartialEq<B::Elem>>, B: Side> FindDefined for (&A, &B, Equal) {
    type Output = bool;
}
/// The operator `=` of a place.
#[derive(Clone, Copy)]
pub struct Assign;
impl<A: Side, B: Side<Elem = A::Elem>> FindDefined for (&A, &B, Assign) {
    type Output = ();
}

/// An argument of a method that takes values of its receiver's type, if that is primitive; of other types nothing is asked.
#[derive(Clone, Copy)]
pub struct Argument;
impl<A, B> FindDefined for (&A, &B, Argument) {
    type Output = ();
}

/// Level 1: an argument that has the type of a primitive receiver, which determines it.
pub trait FindAlike {
    #[inline(always)]
    fn __bcast_alike(&self) {}
}
impl<A: Side<Elem: Primitive>, B: Side<Elem = A::Elem>> FindAlike for (&A, &B) {}
/// Level 2: any other argument.
pub trait FindUnlike {
    #[inline(always)]
    fn __bcast_alike(&mut self) {}
}
impl<A, B> FindUnlike for &(&A, &B) {}

acceptable! {
    [V] Defined<V>;
}
impl<V, K> Opens<K, K> for Defined<V> {
    #[inline(always)]
    fn open(side: K) -> K {
        side
    }
}
impl<V: Unit> Defined<V> {
    /// Returns the first side and the operator's value.
    #[inline(always)]
    pub const fn keep<K>(&self, side: K) -> (K, V) {
        (side, V::UNIT)
    }
}

/// Numbers with a fractional part.
pub trait Float: Primitive {}
impl Float for f32 {}
impl Float for f64 {}

/// Numbers without a fractional part.
pub trait Integer: Primitive {}
macro_rules! integers {
    ($($number:ty)*) => {$(impl Integer for $number {})*};
}
integers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);
