use super::format::Format;
use super::fused::Fused;
use super::ln;
use super::real::Real;

/// The logarithm to base 2.
///
/// Method: x = 2^k (1 + f) and ln(1 + f) as in [`ln`](fn@ln), split into a high part whose product with log2 e's high
/// part is exact, and the rest; plus `k`. Whole powers of 2 are exact.
/// Largest error: 0.83 ULP for `f32`, 0.76 for `f64`.
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
/// use bcast::math::log2;
///
/// assert_eq!(log2(1024.0), 10.0);
/// assert_eq!(log2(f32::from_bits(1)), -149.0);
/// ```
#[inline(always)]
pub fn log2<T: Real>(x: T) -> T {
    T::log2(x, Fused::NO)
}

ln::to_base!(log2, single: f32, ln::single, of_e: 1.4423828 + 3.122284e-4);
ln::to_base!(log2, double: f64, ln::double, of_e: 1.4426950407214463 + 1.6751713164886512e-10);
