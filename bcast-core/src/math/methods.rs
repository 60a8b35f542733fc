//! What `x.exp()` means inside the macro: by auto-reference, method resolution finds ours for the formats that have it, and the
//! type's own method for every other type.
//!
//! The functions that fused multiply-adds make faster are not computed at once: the method gives a [`Later`], and the macro asks that, with
//! what the kernel says of itself. Whatever a method of another type gave is asked the same and stays what it is.

use core::marker::PhantomData;

use super::fused::Fused;
use super::real::Real;

/// A function of this module and its arguments.
#[derive(Clone, Copy, Debug)]
pub struct Later<F, A>(A, PhantomData<F>);

/// A function of this module by name.
pub trait Function<A> {
    /// What it gives.
    type Value;
    /// Its value.
    fn at(arguments: A, fused: Fused) -> Self::Value;
}

impl<F: Function<A>, A> Later<F, A> {
    /// The value, computed as the kernel can.
    #[inline(always)]
    pub fn __bcast_computed(self, fused: Fused) -> F::Value {
        F::at(self.0, fused)
    }
}

/// Every other value is there already.
pub trait Computed: Sized {
    /// Itself.
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

macro_rules! methods {
    (
        $(#[$attribute:meta])* $Trait:ident for $Receiver:ty, |$receiver:ident| $value:expr,
        later: $($later:ident($($other:ident)?))*; now: $($now:ident)*
    ) => {
        $(#[$attribute])*
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

        impl<T: Real> $Trait for $Receiver {
            type Real = T;
            $(
                /// The function of this name in `bcast::math`, which vectorises.
                #[inline(always)]
                fn $later(self $(, $other: T)?) -> Later<names::$later, methods!(@ T $(, $other)?)> {
                    let $receiver = self;
                    Later(($value, $($other)?), PhantomData)
                }
            )*
            $(
                /// The function of this name in `bcast::math`, which vectorises.
                #[inline(always)]
                fn $now(self) -> T {
                    let $receiver = self;
                    super::$now($value)
                }
            )*
        }
    };
    (@ $T:ty) => { ($T,) };
    (@ $T:ty, $other:ident) => { ($T, $T) };
}

methods! {
    /// The functions that are methods in the standard library too. The macro writes `(&&&&&x).exp()`, and so many references are
    /// looked at before the number itself; nobody else has them, so this trait does nothing where ordinary Rust stands in a call.
    Swapped for &&&&&T, |number| *****number,
    later: erf() exp() exp2() exp_m1() ln() ln_1p() log10() log2() powf(y) tanh();
    now: cos sin sqrt tan
}

methods! {
    /// The functions that the standard library lacks. One reference is looked at after the number itself, so that a method of this name
    /// that the type has otherwise, by a trait of the user's, is found before.
    Extra for &T, |number| *number,
    later: gelu() gelu_tanh() sigmoid() silu() softplus();
    now: rsqrt
}
