use super::exact;
use super::exp;
use super::fused::{Fused, mul_add};
use super::real::Real;
use super::silu;

/// The Gaussian error linear unit in the form with tanh: x (1 + tanh(√(2/π) (x + 0.044715 x³))) / 2.
///
/// Method: x / (1 + e^-z) for z = √(8/π) (x + 0.044715 x³), with `z` in two parts for `f64` and in `f64` for `f32`; the
/// quotient as in [`silu`](fn@silu). It approximates [`gelu`](super::gelu).
///
/// Largest error: 0.51 ULP for `f32`, 1.55 for `f64`.
///
/// | `x` | result |
/// |---|---|
/// | NaN | NaN |
/// | ∞ | ∞ |
/// | -∞ | -0 |
/// | 0, -0 | `x` |
/// | far below 0 | subnormal, then -0 |
///
/// ```
/// # use bcast_core as bcast;
/// use bcast::math::gelu_tanh;
///
/// assert_eq!(gelu_tanh(0.0), 0.0);
/// assert!((gelu_tanh(1.0_f64) - 0.841_191_990_608_276).abs() < 1e-14);
/// ```
#[inline(always)]
pub fn gelu_tanh<T: Real>(x: T) -> T {
    T::gelu_tanh(x, Fused::NO)
}

/// √(8/π), and that times 0.044715, each with its rounding error.
const FIRST: [f64; 2] = [1.5957691216057308, -9.96930880911092e-17];
const THIRD: [f64; 2] = [0.07135481627260025, -6.175149918155315e-19];

pub(super) mod single {
    use super::{FIRST, THIRD, exp, mul_add};

    #[inline(always)]
    pub fn gelu_tanh<const FUSED: bool>(x: f32) -> f32 {
        // Below the first bound the result is -0, above the second one `x`; NaN passes.
        let x = f64::from(x).clamp(-12.0, f64::INFINITY);
        let bounded = x.clamp(-12.0, 12.0);
        let z = bounded * mul_add::<_, FUSED>(bounded * bounded, THIRD[0], FIRST[0]);
        (x / (1.0 + exp::wide::exp::<FUSED>(-z))) as f32
    }
}

pub(super) mod double {
    use super::{FIRST, THIRD, exact, exp, silu};

    #[inline(always)]
    pub fn gelu_tanh<const FUSED: bool>(x: f64) -> f64 {
        // Below the first bound the result is -0, above the second one `x`; NaN passes.
        let x = x.clamp(-21.6, f64::INFINITY);
        let bounded = x.clamp(-21.6, 8.0);
        let (square, square_lost) = exact::product::<FUSED>(bounded, bounded);
        let (product, product_lost) = exact::product::<FUSED>(square, THIRD[0]);
        let product_lost = product_lost + (square_lost * THIRD[0] + square * THIRD[1]);
        let sum = FIRST[0] + product;
        let lost = if product < FIRST[0] { product - (sum - FIRST[0]) } else { FIRST[0] - (sum - product) };
        let lost = lost + (product_lost + FIRST[1]);
        let (z, z_lost) = exact::product::<FUSED>(bounded, sum);
        let mut e = exp::double::reduce::<FUSED>(-z);
        // The rounding error of `z` is many units of e^r's last place.
        e.lost -= (z_lost + bounded * lost) * (1.0 + (e.r + e.rest));
        silu::double::over_one_plus::<FUSED>(x, &e)
    }
}
