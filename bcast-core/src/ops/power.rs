//! Powers, whose base and exponent may be of different types.

use super::arithmetic::Number;
use crate::math::powf;

/// A base of [`pow`].
#[diagnostic::on_unimplemented(message = "`{Self}` is no number of ONNX's arithmetic, which `pow` raises")]
pub trait Base: Number + Raise {}
#[diagnostic::do_not_recommend]
impl<T: Number + Raise> Base for T {}

/// An exponent of [`pow`].
#[diagnostic::on_unimplemented(message = "`{Self}` is no number of ONNX's arithmetic, to which `pow` raises")]
pub trait Exponent: Number + RaisedTo {}
#[diagnostic::do_not_recommend]
impl<T: Number + RaisedTo> Exponent for T {}

/// A base's powers, hidden from other crates.
pub trait Raise: Sized {
    /// Raises to an integer power, given by magnitude and sign.
    #[doc(hidden)]
    #[inline(always)]
    fn to_whole(self, size: u64, is_negative: bool) -> Self {
        // Magnitudes above 2^53 are rounded.
        self.to_double(if is_negative { -(size as f64) } else { size as f64 })
    }
    #[doc(hidden)]
    fn to_double(self, exponent: f64) -> Self;
    #[doc(hidden)]
    #[inline(always)]
    fn to_single(self, exponent: f32) -> Self {
        self.to_double(f64::from(exponent))
    }
}

/// The kinds of exponents, hidden from other crates.
pub trait RaisedTo: Sized {
    #[doc(hidden)]
    fn raise<T: Raise>(self, base: T) -> T;
}

/// `x` to the power of `y`, in the type of `x`.
///
/// ONNX `Pow`; where its text is silent:
///
/// * An integer to an integer power is exact, and wraps. A negative exponent truncates the fraction: 1 for 1, 1 or -1
///   for -1, else 0, also for 0. The operator reports bases other than 1 and -1 as an error.
/// * An integer to a floating-point power is computed in `f64` and truncated toward zero; a value out of range becomes
///   the nearest one of the type, NaN becomes 0.
/// * A floating-point number is computed by [`powf`], in `f64` if the exponent has more digits than an `f32`. An
///   `f16` or `bf16` is computed in `f32` and rounded once more.
///
/// ```
/// # use bcast_core as bcast;
/// use bcast::ops::pow;
///
/// assert_eq!(pow(3_i64, 39_u8), 4052555153018976267);
/// assert_eq!(pow(2_i32, -1.0_f32), 0);
/// assert_eq!(pow(10_i32, 99.0_f64), i32::MAX);
/// assert_eq!(pow(0.5_f32, -2_i64), 4.0);
/// assert_eq!(pow(-1_i8, -3_i8), -1);
/// ```
#[inline(always)]
pub fn pow<T: Base, E: Exponent>(x: T, y: E) -> T {
    y.raise(x)
}

macro_rules! integers {
    ($($T:ident $minus_one:expr;)*) => {$(
        impl Raise for $T {
            #[inline]
            fn to_whole(self, mut size: u64, is_negative: bool) -> Self {
                let minus_one: Option<Self> = $minus_one;
                if is_negative && self != 1 && Some(self) != minus_one {
                    return 0;
                }
                let (mut power, mut square) = (1, self);
                while size != 0 {
                    if size & 1 == 1 {
                        power = Self::wrapping_mul(power, square);
                    }
                    square = square.wrapping_mul(square);
                    size >>= 1;
                }
                power
            }
            #[inline(always)]
            fn to_double(self, exponent: f64) -> Self {
                // `as` truncates toward zero, saturates, and turns NaN into 0.
                powf(self as f64, exponent) as Self
            }
        }

        impl RaisedTo for $T {
            #[inline(always)]
            #[allow(unused_comparisons, reason = "no unsigned integer is below 0")]
            fn raise<T: Raise>(self, base: T) -> T {
                base.to_whole((self as i128).unsigned_abs() as u64, self < 0)
            }
        }
    )*};
}
integers! {
    i8 Some(-1); i16 Some(-1); i32 Some(-1); i64 Some(-1);
    u8 None; u16 None; u32 None; u64 None;
}

impl Raise for f64 {
    #[inline(always)]
    fn to_double(self, exponent: f64) -> Self {
        powf(self, exponent)
    }
}

impl Raise for f32 {
    #[inline(always)]
    fn to_double(self, exponent: f64) -> Self {
        powf(f64::from(self), exponent) as f32
    }
    #[inline(always)]
    fn to_single(self, exponent: f32) -> Self {
        powf(self, exponent)
    }
}

impl RaisedTo for f64 {
    #[inline(always)]
    fn raise<T: Raise>(self, base: T) -> T {
        base.to_double(self)
    }
}

impl RaisedTo for f32 {
    #[inline(always)]
    fn raise<T: Raise>(self, base: T) -> T {
        base.to_single(self)
    }
}

#[cfg(feature = "half")]
mod half {
    use half::{bf16, f16};

    use super::{Raise, RaisedTo};
    use crate::ops::half::Half;

    macro_rules! halves {
        ($($T:ident)*) => {$(
            impl Raise for $T {
                #[inline(always)]
                fn to_double(self, exponent: f64) -> Self {
                    Self::narrow(self.widen().to_double(exponent))
                }
                #[inline(always)]
                fn to_single(self, exponent: f32) -> Self {
                    Self::narrow(self.widen().to_single(exponent))
                }
            }

            impl RaisedTo for $T {
                #[inline(always)]
                fn raise<T: Raise>(self, base: T) -> T {
                    base.to_single(self.widen())
                }
            }
        )*};
    }
    halves!(f16 bf16);
}
