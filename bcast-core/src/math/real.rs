//! The formats that the functions are written for.

use core::ops::{Add, Div, Mul, Neg, Sub};

/// A number that has the functions of this module: `f32` or `f64`, and no other type can be added.
///
/// Generic code names it to call them:
///
/// ```
/// use bcast_core::math::{Real, exp};
///
/// fn gaussian<T: Real>(x: T) -> T {
///     exp(-x * x)
/// }
///
/// assert_eq!(gaussian(0.0_f32), 1.0);
/// assert_eq!(gaussian(30.0_f64), 0.0);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no function of this name",
    label = "no method of its own, and `bcast::math` has it for `f32` and `f64` only"
)]
pub trait Real:
    Functions
    + Copy
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
}

impl Real for f32 {}
impl Real for f64 {}

macro_rules! functions {
    ($($name:ident($($other:ident)?))*) => {
        /// The functions by name, out of reach of other crates: their names are free functions there.
        pub trait Functions: Sized {
            $(#[doc(hidden)] fn $name(self $(, $other: Self)?) -> Self;)*
        }

        impl Functions for f32 {
            $(
                #[inline(always)]
                fn $name(self $(, $other: f32)?) -> f32 {
                    super::$name::single::$name(self $(, $other)?)
                }
            )*
        }

        impl Functions for f64 {
            $(
                #[inline(always)]
                fn $name(self $(, $other: f64)?) -> f64 {
                    super::$name::double::$name(self $(, $other)?)
                }
            )*
        }
    };
}

functions! {
    cos() erf() exp() exp2() exp_m1() gelu() gelu_tanh() ln() ln_1p() log10() log2() powf(y) rsqrt() sigmoid() silu() sin() softplus()
    sqrt() tan() tanh()
}
