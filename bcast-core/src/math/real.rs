//! The formats with implementations of the functions.

use core::ops::{Add, Div, Mul, Neg, Sub};

use super::fused::Fused;

/// A number with the functions of this module: `f32` or `f64`; the trait is sealed. Reductions have bounds of their own, as
/// `T: Real + bcast::reduction::Averaged + bcast::reduction::Compared`.
///
/// Generic code uses it as a bound, and converts constants by `T::from`:
///
/// ```
/// # use bcast_core as bcast;
/// use bcast::math::{Real, exp};
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
    + From<f32>
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
    (fused: $($fused:ident($($other:ident)?))*; plain: $($plain:ident)*) => {
        /// The functions by name, hidden from other crates, which call free functions. They are not methods, since
        /// generic code bounded by [`Real`] would find those before the macro's.
        pub trait Functions: Sized {
            $(#[doc(hidden)] fn $fused(number: Self $(, $other: Self)?, fused: Fused) -> Self;)*
            $(#[doc(hidden)] fn $plain(number: Self) -> Self;)*
        }

        functions!(@ f32 single, $($fused($($other)?))*; $($plain)*);
        functions!(@ f64 double, $($fused($($other)?))*; $($plain)*);
    };
    (@ $T:ident $format:ident, $($fused:ident($($other:ident)?))*; $($plain:ident)*) => {
        impl Functions for $T {
            $(
                #[inline(always)]
                fn $fused(number: $T $(, $other: $T)?, fused: Fused) -> $T {
                    if fused.is_fused() {
                        super::$fused::$format::$fused::<true>(number $(, $other)?)
                    } else {
                        super::$fused::$format::$fused::<false>(number $(, $other)?)
                    }
                }
            )*
            $(
                #[inline(always)]
                fn $plain(number: $T) -> $T {
                    super::$plain::$format::$plain(number)
                }
            )*
        }
    };
}

functions! {
    fused: erf() exp() exp2() exp_m1() gelu() gelu_tanh() ln() ln_1p() log10() log2() powf(y) sigmoid() silu() softplus() tanh();
    plain: cos rsqrt sin sqrt tan
}
