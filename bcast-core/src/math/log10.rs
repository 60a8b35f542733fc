use super::format::Format;
use super::fused::Fused;
use super::ln;
use super::real::Real;

/// The logarithm to base 10.
///
/// Method: as [`log2`](fn@super::log2) with log10 e, plus k log10 2 in two parts.
/// Largest error: 0.74 ULP for `f32`, 0.65 for `f64`.
///
/// | `x` | result |
/// |---|---|
/// | NaN | NaN |
/// | negative, -∞ | NaN |
/// | 0, -0 | -∞ |
/// | ∞ | ∞ |
/// | subnormal | as for normal `x` |
///
/// ```
/// # use bcast_core as bcast;
/// use bcast::math::log10;
///
/// assert_eq!(log10(1000.0), 3.0);
/// assert_eq!(log10(0.0_f32), f32::NEG_INFINITY);
/// ```
#[inline(always)]
pub fn log10<T: Real>(x: T) -> T {
    T::log10(x, Fused::NO)
}

ln::to_base!(log10, single: f32, ln::single, of_e: 4.342041e-1 + 9.038034e-5, of_2: 3.010254e-1 + 4.605039e-6);
ln::to_base!(log10, double: f64, ln::double, of_e: 4.342944818781689e-1 + 2.5082946711645275e-11,
    of_2: 3.010299955494702e-1 + 1.1451100898021838e-10);
