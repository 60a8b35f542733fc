use super::exp;
use super::format::Format;
use super::fused::{Fused, mul_add};
use super::real::Real;

/// e to the power of `x`, minus 1, accurate for small `x` too.
///
/// Method: x = n ln 2 + r and e^r as in [`exp`](fn@exp), then (2^n r + (2^n - 1)) + 2^n (e^r - 1 - r).
/// Largest error: 1.33 ULP for `f32`, 1.30 for `f64`.
///
/// | `x` | result |
/// |---|---|
/// | NaN | NaN |
/// | ∞ | ∞ |
/// | -∞ | -1 |
/// | 0, -0, subnormal | `x` |
///
/// ```
/// # use bcast_core as bcast;
/// use bcast::math::exp_m1;
///
/// assert_eq!(exp_m1(1e-20), 1e-20);
/// assert_eq!(exp_m1(f64::NEG_INFINITY), -1.0);
/// ```
#[inline(always)]
pub fn exp_m1<T: Real>(x: T) -> T {
    T::exp_m1(x, Fused::NO)
}

macro_rules! exp_m1 {
    ($format:ident: $T:ident, $exp:path, [$low:literal, $high:literal], tiny: $tiny:literal) => {
        pub(super) mod $format {
            use super::{Format, exp, mul_add};

            #[inline(always)]
            pub fn exp_m1<const FUSED: bool>(x: $T) -> $T {
                use $exp as exp;
                // Below the lower bound the result is -1, above the upper one infinite; NaN passes.
                let e = exp::reduce::<FUSED>(x.clamp($low, $high));
                // 2^(n - 1), since 2^n may overflow. The largest terms come first: for n = 1 their sum is exact.
                let half = <$T>::power(e.bits - 1);
                let large = mul_add::<_, FUSED>(half, e.r, half - 0.5);
                let y = 2.0 * mul_add::<_, FUSED>(half, e.rest + e.lost, large);
                if x.abs() < $tiny { x } else { y }
            }
        }
    };
}

exp_m1!(single: f32, exp::single, [-20.0, 89.0], tiny: 1e-10);
exp_m1!(double: f64, exp::double, [-40.0, 710.0], tiny: 1e-20);
