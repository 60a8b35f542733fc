use super::quadrant::{self, of_quadrant};
use super::real::Real;

/// The tangent of `x` in radians.
///
/// Method: |x| = n π/2 + r with as many digits of 2/π as `x` needs, then the quotient of minimax polynomials for sin r
/// and cos r, or its inverse, by quadrant, with the rounding errors of the two added back. Loops over `f32` vectorise;
/// those over `f64` do not, since numbers from 2^20 on take another path.
///
/// Largest error: 0.51 ULP for `f32`, 1.70 for `f64`.
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
/// use bcast::math::tan;
///
/// assert_eq!(tan(0.0), 0.0);
/// assert!((tan(1.0_f64) - 1.557_407_724_654_902).abs() < 1e-15);
/// ```
#[inline(always)]
pub fn tan<T: Real>(x: T) -> T {
    T::tan(x)
}

of_quadrant!(tan: |x, quadrant, sin, cos| {
    let is_even = quadrant.n & 1 == 0;
    let (above, above_lost) = if is_even { sin } else { cos };
    let (below, below_lost) = if is_even { cos } else { sin };
    let quotient = above / below;
    quotient + (above_lost - quotient * below_lost) / below
}, quadrant.n ^ u64::from(x.is_sign_negative()));
