use super::exp;
use super::format::Format;
use super::fused::{Fused, mul_add};
use super::real::Real;

/// The logistic function 1 / (1 + e^-x).
///
/// Method: e^|x| as in [`exp`](fn@exp); y = 1 / (1 + e^|x|) with both sides of the division scaled, so that small
/// results keep their digits where e^|x| overflows; `y` for negative `x`, 1 - y for the others. With fused
/// multiply-adds 1 / (1 + e^-x) directly, both sides scaled.
/// Largest error: 2.00 ULP for `f32`, 1.99 for `f64`.
///
/// | `x` | result |
/// |---|---|
/// | NaN | NaN |
/// | ∞ | 1 |
/// | -∞ | 0 |
/// | 0, -0, subnormal | 1/2 |
/// | below the logarithm of the least normal number | subnormal, then 0 |
///
/// ```
/// # use bcast_core as bcast;
/// use bcast::math::sigmoid;
///
/// assert_eq!(sigmoid(0.0), 0.5);
/// assert_eq!(sigmoid(f32::INFINITY), 1.0);
/// assert!(sigmoid(-100.0_f32) > 0.0);
/// ```
#[inline(always)]
pub fn sigmoid<T: Real>(x: T) -> T {
    T::sigmoid(x, Fused::NO)
}

macro_rules! sigmoid {
    ($format:ident: $T:ident, $exp:path, one_from: $one_from:literal, zero_from: $zero_from:literal, scale: $power:literal) => {
        pub(super) mod $format {
            use super::{Format, exp, mul_add};

            #[inline(always)]
            pub fn sigmoid<const FUSED: bool>(x: $T) -> $T {
                use $exp as exp;
                const SCALE: $T = 1.0 / (1_u64 << $power) as $T;
                if FUSED {
                    // Beyond these bounds the result is 1 or 0; NaN passes.
                    let e = exp::reduce::<FUSED>((-x).clamp(-$one_from, $zero_from));
                    let scaled = <$T>::power(e.bits - $power);
                    return SCALE / (scaled + mul_add::<_, FUSED>(scaled, e.less_one::<FUSED>(), SCALE));
                }
                // Below minus this bound the result is 0; NaN passes.
                let e = exp::reduce::<FUSED>(x.abs().clamp(0.0, $zero_from));
                let scaled = <$T>::power(e.bits - $power);
                // The rounding error of this sum matters where 1 is almost negligible.
                let sum = scaled + SCALE;
                let lost = SCALE - (sum - scaled);
                let y = SCALE / (sum + (scaled * (e.r + e.rest) + lost));
                if x < 0.0 { y } else { 1.0 - y }
            }
        }
    };
}

sigmoid!(single: f32, exp::single, one_from: 30.0, zero_from: 104.0, scale: 24);
sigmoid!(double: f64, exp::double, one_from: 60.0, zero_from: 745.5, scale: 54);
