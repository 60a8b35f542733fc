use super::quadrant::{self, of_quadrant};
use super::real::Real;

/// The cosine of `x` in radians.
///
/// Method: |x| = n π/2 + r with as many digits of 2/π as `x` needs, then minimax polynomials for sin r and cos r; the
/// quadrant selects one of them and its sign. Loops over `f32` vectorise; those over `f64` do not, since numbers from
/// 2^20 on take another path.
///
/// Largest error: 0.51 ULP for `f32`, 0.95 for `f64`.
///
/// | `x` | result |
/// |---|---|
/// | NaN | NaN |
/// | ∞, -∞ | NaN |
/// | 0, -0, subnormal | 1 |
///
/// ```
/// # use bcast_core as bcast;
/// use bcast::math::cos;
///
/// assert_eq!(cos(0.0), 1.0);
/// assert_eq!(cos(core::f64::consts::PI), -1.0);
/// assert!((cos(1e22_f64) - 0.523_214_785_395_139).abs() < 1e-15);
/// ```
#[inline(always)]
pub fn cos<T: Real>(x: T) -> T {
    T::cos(x)
}

of_quadrant!(cos: |x, quadrant, sin, cos| if quadrant.n & 1 == 0 { cos.0 } else { sin.0 }, (quadrant.n + 1) >> 1);
