use super::format::Format;
use super::fused::Fused;
use super::ln;
use super::real::Real;

/// The natural logarithm of 1 + `x`, accurate for small `x` too.
///
/// Method: as [`ln`](fn@ln) for the rounded sum 1 + x, with its rounding error added to `f`.
/// Largest error: 0.90 ULP for `f32`, 0.80 for `f64`.
///
/// | `x` | result |
/// |---|---|
/// | NaN | NaN |
/// | below -1, -∞ | NaN |
/// | -1 | -∞ |
/// | ∞ | ∞ |
/// | 0, -0, subnormal | `x` |
///
/// ```
/// # use bcast_core as bcast;
/// use bcast::math::ln_1p;
///
/// assert_eq!(ln_1p(1e-20), 1e-20);
/// assert_eq!(ln_1p(-1.0_f32), f32::NEG_INFINITY);
/// ```
#[inline(always)]
pub fn ln_1p<T: Real>(x: T) -> T {
    T::ln_1p(x, Fused::NO)
}

macro_rules! ln_1p {
    ($format:ident: $T:ident, $ln:path, tiny: $tiny:literal, huge: $huge:literal) => {
        pub(super) mod $format {
            use super::{Format, ln};

            #[inline(always)]
            pub fn ln_1p<const FUSED: bool>(x: $T) -> $T {
                use $ln as ln;
                let sum = 1.0 + x;
                let lost = if x < 1.0 { x - (sum - 1.0) } else { 1.0 - (sum - x) };
                let (k, rounded, inverse) = sum.parts();
                let lost = if x < $huge { lost * inverse } else { 0.0 };
                let f = rounded + lost;
                let y = ln::at_edges(sum, ln::of_parts::<FUSED>(k, f, lost - (f - rounded)));
                if x.abs() < $tiny { x } else { y }
            }
        }
    };
}

ln_1p!(single: f32, ln::single, tiny: 1e-10, huge: 1e20);
ln_1p!(double: f64, ln::double, tiny: 1e-20, huge: 1e40);
