use super::exact;
use super::exp;
use super::format::Format;
use super::fused::Fused;
use super::ln;
use super::real::Real;

/// `x` to the power of `y`.
///
/// Method: e^(y ln |x|), with ln |x| and its product with `y` in two parts each, and the sign from `y`'s parity. For
/// `f32` it is computed in `f64`.
///
/// Largest error: 0.51 ULP for `f32`, 0.95 for `f64`.
///
/// The special values are those of IEEE 754's `pow`; the first matching row applies.
///
/// | `x` | `y` | result |
/// |---|---|---|
/// | any, NaN too | 0, -0 | 1 |
/// | 1 | any, NaN too | 1 |
/// | NaN, or `y` is | | NaN |
/// | -1 | ∞, -∞ | 1 |
/// | size below 1 | ∞ | 0 |
/// | size below 1 | -∞ | ∞ |
/// | size above 1 | ∞ | ∞ |
/// | size above 1 | -∞ | 0 |
/// | 0, -0 | positive | 0, with the sign of `x` if `y` is odd |
/// | 0, -0 | negative | ∞, with the sign of `x` if `y` is odd |
/// | ∞, -∞ | positive | ∞, with the sign of `x` if `y` is odd |
/// | ∞, -∞ | negative | 0, with the sign of `x` if `y` is odd |
/// | negative | whole | as for `-x`, negative if `y` is odd |
/// | negative | any other | NaN |
///
/// ```
/// # use bcast_core as bcast;
/// use bcast::math::powf;
///
/// assert_eq!(powf(2.0, 10.0), 1024.0);
/// assert_eq!(powf(-2.0_f32, 3.0), -8.0);
/// assert!(powf(-2.0_f64, 0.5).is_nan());
/// ```
#[inline(always)]
pub fn powf<T: Real>(x: T, y: T) -> T {
    T::powf(x, y, Fused::NO)
}

/// Applies the sign and the special values to `power`, which is |x|^y for ordinary numbers.
macro_rules! special {
    ($T:ident, $x:ident, $y:ident, $power:ident) => {{
        // From twice this number on all numbers are even.
        const WHOLE: $T = (1_u64 << ($T::MANTISSA_DIGITS - 1)) as $T;
        let size = $y.abs();
        let shifted = size + WHOLE;
        let is_whole = size >= WHOLE || shifted - WHOLE == size;
        let digits = if size < WHOLE { shifted } else { size };
        let is_odd = is_whole && size < 2.0 * WHOLE && digits.to_bits() & 1 == 1;
        let size = $x.abs();
        // 0 or infinite.
        let edge = if (size < 1.0) == ($y < 0.0) { $T::INFINITY } else { 0.0 };
        let is_edge = size == 0.0 || size == $T::INFINITY || $y.abs() == $T::INFINITY;
        let power = if is_edge { edge } else { $power };
        let power = if size == 1.0 { 1.0 } else { power };
        let signed = if is_odd { power.copysign($x) } else { power };
        let is_defined = $x >= 0.0 || is_whole || $x == $T::NEG_INFINITY;
        let result = if is_defined { signed } else { $T::NAN };
        // NaN if either is.
        let result = if $x.is_nan() || $y.is_nan() { $T::NAN } else { result };
        if $y == 0.0 || $x == 1.0 { 1.0 } else { result }
    }};
}

pub(super) mod single {
    use super::{Format, exp, ln};

    #[inline(always)]
    pub fn powf<const FUSED: bool>(x: f32, y: f32) -> f32 {
        let (k, f, _) = f64::from(x.abs()).parts();
        let power = exp::wide::exp::<FUSED>(f64::from(y) * ln::wide::of_parts::<FUSED>(k, f, 0.0)) as f32;
        special!(f32, x, y, power)
    }
}

pub(super) mod double {
    use super::{Format, exact, exp};

    /// ln of a positive finite number as a sum of two numbers, with a relative error of about 2^-64.
    #[inline(always)]
    fn ln<const FUSED: bool>(x: f64) -> (f64, f64) {
        let (k, f, _) = x.parts();
        // s = f / (2 + f)
        let (below, below_lost) = exact::sum(2.0, f);
        let s = f / below;
        let (again, again_lost) = exact::product::<FUSED>(s, below);
        let s_lost = (((f - again) - again_lost) - s * below_lost) / below;
        // 2 artanh(s) = 2 s + s³ (2/3 + s² R(s²))
        let (square, square_lost) = exact::product::<FUSED>(s, s);
        let square_lost = square_lost + 2.0 * s * s_lost;
        let rest = square
            * polynomial!(square; 3.9999999999999997e-1, 2.8571428571432816e-1, 2.2222222220244695e-1, 1.8181818568282446e-1,
            1.5384575703627684e-1, 1.333565124513866e-1, 1.1687323410162997e-1, 1.1892200774128965e-1);
        let (sum, sum_lost) = exact::sum(0.6666666666666666, rest);
        let sum_lost = sum_lost + 3.700743415417188e-17;
        let (factor, factor_lost) = exact::product::<FUSED>(square, sum);
        let factor_lost = factor_lost + (square * sum_lost + square_lost * sum);
        let (cubic, cubic_lost) = exact::product::<FUSED>(s, factor);
        let cubic_lost = cubic_lost + (s * factor_lost + s_lost * factor);
        let (series, series_lost) = exact::sum(2.0 * s, cubic);
        let series_lost = series_lost + (2.0 * s_lost + cubic_lost);
        // The first part of ln 2 is short enough that its product with `k` is exact.
        let (y, y_lost) = exact::sum(k * 6.93147180559663e-1, series);
        exact::sum(y, y_lost + (series_lost + k * 2.8235290563031577e-13))
    }

    #[inline(always)]
    pub fn powf<const FUSED: bool>(x: f64, y: f64) -> f64 {
        let (ln, ln_lost) = ln::<FUSED>(x.abs());
        // Beyond these bounds every power but that of 1 is 0 or infinite.
        let bounded = y.clamp(-1e20, 1e20);
        let (z, z_lost) = exact::product::<FUSED>(bounded, ln);
        let z_lost = z_lost + bounded * ln_lost;
        let mut e = exp::double::reduce::<FUSED>(z.clamp(-760.0, 720.0));
        e.lost += z_lost;
        let (power, lost) = exact::sum(1.0, e.r + e.rest);
        let lost = lost + ((e.r - (e.r + e.rest)) + e.rest);
        let power = (power + (lost + e.lost * power)).times_power(e.bits);
        let power = if z > 720.0 { f64::INFINITY } else { power };
        let power = if z < -760.0 { 0.0 } else { power };
        special!(f64, x, y, power)
    }
}
