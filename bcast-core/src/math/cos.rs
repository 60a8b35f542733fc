use super::quadrant::{self, signed};
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

macro_rules! cos {
    ($format:ident: $T:ident, $of:path, $terms:path) => {
        pub(super) mod $format {
            use super::{quadrant, signed};

            #[inline(always)]
            pub fn cos(x: $T) -> $T {
                use $terms as terms;
                let quadrant = $of(x);
                let (sin, cos) = (terms::sin(&quadrant).0, terms::cos(&quadrant).0);
                let y = signed(if quadrant.n & 1 == 0 { cos } else { sin }, (quadrant.n + 1) >> 1);
                if x.abs() < $T::INFINITY { y as $T } else { $T::NAN }
            }
        }
    };
}

cos!(single: f32, quadrant::single::of, quadrant::wide);
cos!(double: f64, quadrant::double::of, quadrant::full);
