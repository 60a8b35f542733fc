use super::quadrant::{self, of_quadrant};
use super::real::Real;

/// The sine of `x` in radians.
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
/// | 0, -0 | `x` |
/// | subnormal | as any other |
///
/// ```
/// # use bcast_core as bcast;
/// use bcast::math::sin;
///
/// assert_eq!(sin(0.0), 0.0);
/// assert_eq!(sin(core::f64::consts::FRAC_PI_2), 1.0);
/// assert!((sin(1e22_f64) + 0.852_200_849_767_189).abs() < 1e-15);
/// ```
#[inline(always)]
pub fn sin<T: Real>(x: T) -> T {
    T::sin(x)
}

of_quadrant!(sin: |x, quadrant, sin, cos| if quadrant.n & 1 == 0 { sin.0 } else { cos.0 },
    quadrant.n >> 1 ^ u64::from(x.is_sign_negative()));
