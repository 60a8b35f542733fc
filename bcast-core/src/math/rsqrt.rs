use super::real::Real;
use super::sqrt;

/// 1 / sqrt(`x`).
///
/// Method: the quotient, with [`sqrt`](fn@sqrt).
///
/// Largest error: 1.50 ULP for `f32`, 1.50 for `f64`.
///
/// | `x` | result |
/// |---|---|
/// | NaN | NaN |
/// | negative, -∞ | NaN |
/// | ∞ | 0 |
/// | 0 | ∞ |
/// | -0 | -∞ |
/// | subnormal | as for normal `x` |
///
/// ```
/// # use bcast_core as bcast;
/// use bcast::math::rsqrt;
///
/// assert_eq!(rsqrt(4.0), 0.5);
/// assert_eq!(rsqrt(0.0_f32), f32::INFINITY);
/// ```
#[inline(always)]
pub fn rsqrt<T: Real>(x: T) -> T {
    T::rsqrt(x)
}

pub(super) mod single {
    #[inline(always)]
    pub fn rsqrt(x: f32) -> f32 {
        1.0 / super::sqrt::single::sqrt(x)
    }
}

pub(super) mod double {
    #[inline(always)]
    pub fn rsqrt(x: f64) -> f64 {
        1.0 / super::sqrt::double::sqrt(x)
    }
}
