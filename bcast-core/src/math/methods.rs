//! The methods behind `x.exp()` inside the macro: method resolution finds these for `f32` and `f64`, and the type's own method for every other
//! type.
//!
//! Functions that gain from fused multiply-adds are computed later: the method returns a [`Later`], which the macro
//! evaluates with the kernel's instruction set. Values of other types' methods pass through unchanged.

use core::marker::PhantomData;
use core::ops::Deref;

use super::fused::Fused;
use super::real::Real;

/// A function of this module and its arguments.
#[derive(Clone, Copy, Debug)]
pub struct Later<F, A>(A, PhantomData<F>);

/// A function of this module by name.
pub trait Function<A> {
    /// The type of its value.
    type Value;
    /// Its value.
    fn at(arguments: A, fused: Fused) -> Self::Value;
}

impl<F: Function<A>, A> Later<F, A> {
    /// The value, computed with the kernel's instructions.
    #[inline(always)]
    pub fn __bcast_computed(self, fused: Fused) -> F::Value {
        F::at(self.0, fused)
    }
}

/// Values of all other types are computed already.
pub trait Computed: Sized {
    /// Returns it unchanged.
    #[inline(always)]
    fn __bcast_computed(self, _: Fused) -> Self {
        self
    }
}

impl<T> Computed for T {}

macro_rules! functions {
    ($($name:ident($($other:ident)?))*) => {
        /// The functions as types.
        #[allow(non_camel_case_types, reason = "a function's name is its type's name too")]
        pub mod names {
            $(
                #[doc = concat!("`bcast::math::", stringify!($name), "`")]
                #[derive(Clone, Copy, Debug)]
                pub enum $name {}
            )*
        }
        $(
            impl<T: Real> Function<functions!(@ $($other)?)> for names::$name {
                type Value = T;

                #[inline(always)]
                fn at((number, $($other)?): functions!(@ $($other)?), fused: Fused) -> T {
                    T::$name(number, $($other,)? fused)
                }
            }
        )*
    };
    (@) => { (T,) };
    (@ $other:ident) => { (T, T) };
}

functions! {
    erf() exp() exp2() exp_m1() gelu() gelu_tanh() ln() ln_1p() log10() log2() powf(y) sigmoid() silu() softplus() tanh()
}

/// The receiver of a method that is also one of the standard library's. Its own methods are found first, then those of the value.
#[derive(Debug)]
pub struct MethodReceiver<T>(pub T);
impl<T> Deref for MethodReceiver<T> {
    type Target = T;
    #[inline(always)]
    fn deref(&self) -> &T {
        &self.0
    }
}

macro_rules! methods {
    (trait $Trait:ident; later: $($later:ident($($other:ident)?))*; now: $($now:ident)*) => {
        /// Functions of numbers.
        pub trait $Trait {
            /// The type of the number.
            type Real;
            $(
                /// The function of this name in `bcast::math`, which vectorises.
                fn $later(self $(, $other: Self::Real)?) -> Later<names::$later, methods!(@ Self::Real $(, $other)?)>;
            )*
            $(
                /// The function of this name in `bcast::math`, which vectorises.
                fn $now(self) -> Self::Real;
            )*
        }
    };
    (
        impl[$($generic:tt)*] $Trait:ident for $Receiver:ty $(where $bound:ty: $bound_by:path)?, |$receiver:ident| $value:expr, $of:tt;
        later: $($later:ident($($other:ident)?))*; now: $($now:ident)*
    ) => {
        impl<$($generic)*> $Trait for $Receiver $(where $bound: $bound_by)? {
            type Real = T;
            $(
                #[inline(always)]
                fn $later(self $(, $other: T)?) -> Later<names::$later, methods!(@ T $(, $other)?)> {
                    let $receiver = self;
                    Later(($value, $($other)?), PhantomData)
                }
            )*
            $(
                #[inline(always)]
                fn $now(self) -> T {
                    let $receiver = self;
                    methods!(@ $of $now($receiver, $value))
                }
            )*
        }
    };
    (@ number $now:ident($receiver:expr, $value:expr)) => { crate::math::$now($value) };
    (@ receiver $now:ident($receiver:expr, $value:expr)) => { FunctionsOf::$now($receiver) };
    (@ $T:ty) => { ($T,) };
    (@ $T:ty, $other:ident) => { ($T, $T) };
}

/// Calls the macro above with the functions that are also methods in the standard library.
macro_rules! swapped {
    ($($call:tt)*) => {
        methods! {
            $($call)*;
            later: erf() exp() exp2() exp_m1() ln() ln_1p() log10() log2() powf(y) tanh();
            now: cos sin sqrt tan
        }
    };
}
// The macro writes `MethodReceiver(x).exp()` for an element, so that method resolution tries this trait before the number itself, and `(&&&&&y).exp()`
// for other values, which are not moved; other code in a call is unaffected.
swapped!(trait Swapped);
swapped!(impl[T] Swapped for MethodReceiver<T> where MethodReceiver<T>: FunctionsOf<T>, |number| number.number(), receiver);
swapped!(impl[T: Real] Swapped for &&&&&T, |number| *****number, number);
/// Elements that are references; of each type, since an impl for `&T` could overlap the one above.
macro_rules! referenced {
    ($($module:ident $number:ty;)*) => {$(
        mod $module {
            use super::*;
            type T = $number;
            swapped!(impl['a] Swapped for MethodReceiver<&'a T>, |receiver| *receiver.0, number);
        }
    )*};
}
referenced! {
    of_f32 f32;
    of_f64 f64;
}

/// Calls the macro above with the functions that the standard library lacks.
macro_rules! extra {
    ($($call:tt)*) => {
        methods! {
            $($call)*;
            later: gelu() gelu_tanh() sigmoid() silu() softplus();
            now: rsqrt
        }
    };
}
// Method resolution tries one reference after the number itself, so it prefers a method of this name from the type or a user's trait.
extra!(trait Extra);
extra!(impl[T: Real] Extra for &T, |number| *number, number);

macro_rules! now {
    ($($now:ident)*) => {
        /// Receivers of [`Swapped`] that are numbers.
        #[diagnostic::on_unimplemented(
            message = "elements of type `{T}` have no function of this name",
            label = "`bcast::math` has it for `f32` and `f64`",
            note = "in generic code the bound `{T}: bcast::math::Real` has it"
        )]
        pub trait FunctionsOf<T> {
            /// The number.
            fn number(self) -> T;
            $(#[doc = concat!("`bcast::math::", stringify!($now), "` of it.")] fn $now(self) -> T;)*
        }
        impl<T: Real> FunctionsOf<T> for MethodReceiver<T> {
            #[inline(always)]
            fn number(self) -> T {
                self.0
            }
            $(
                #[inline(always)]
                fn $now(self) -> T {
                    super::$now(self.0)
                }
            )*
        }
    };
}
now!(cos sin sqrt tan);

/// A method that a type lacks, by the type that decides whether the trait that declares it is implemented.
#[derive(Debug)]
pub struct Method<M>(PhantomData<M>);

/// Implemented for one type, which the compiler therefore infers.
pub trait IsMissing {}
impl IsMissing for Method<()> {}

macro_rules! of_integers {
    ($($name:ident($($other:ty)?))*; $($integer:ty)*) => {
        /// Not implemented: the functions of both traits above for integers, found after all other methods.
        ///
        /// While a method is looked up, `M` is open and either impl may apply; then the method's bound decides that it is the one type for
        /// which there is no impl, and the compiler reports this trait, not the bound.
        #[diagnostic::on_unimplemented(
            message = "`{Self}` has no function of this name",
            label = "`bcast::math` has it for `f32` and `f64`",
            note = "an integer is converted by the expression, as in `(x as f64).exp()`"
        )]
        pub trait FunctionOfFloats<M> {
            $(
                /// Never called.
                fn $name<R>(&mut self $(, _: $other)?) -> R
                where
                    Method<M>: IsMissing,
                    Self: Sized,
                {
                    unreachable!("integers have no such function")
                }
            )*
        }
        $(
            #[diagnostic::do_not_recommend]
            impl FunctionOfFloats<((),)> for $integer {}
            #[diagnostic::do_not_recommend]
            impl FunctionOfFloats<((), ())> for $integer {}
        )*
    };
}
of_integers! {
    erf() exp() exp2() exp_m1() gelu() gelu_tanh() ln() ln_1p() log() log10() log2() sigmoid() silu() softplus() tanh() cos() sin() sqrt() tan()
    rsqrt() powf(f64);
    i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize
}

/// Not implemented: a logarithm without a base. The macro writes `MethodReceiver(x).log()`, so that it is found before a float's own, which takes a
/// base.
#[diagnostic::on_unimplemented(
    message = "`log` of a float takes a base",
    label = "the natural logarithm is `x.ln()`, others are `x.log2()` and `x.log10()`"
)]
pub trait LogOfNoBase<M> {
    /// Never called.
    fn log<R>(&self) -> R
    where
        Method<M>: IsMissing,
    {
        unreachable!("a logarithm needs a base")
    }
}
macro_rules! logs {
    ($($Receiver:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T: Real> LogOfNoBase<((),)> for $Receiver {}
        #[diagnostic::do_not_recommend]
        impl<T: Real> LogOfNoBase<((), ())> for $Receiver {}
    )*};
}
logs!(MethodReceiver<T> &&&T);
