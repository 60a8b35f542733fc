use super::quadrant::{self, signed};
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

macro_rules! sin {
    ($format:ident: $T:ident, $of:path, $terms:path) => {
        pub(super) mod $format {
            use super::{quadrant, signed};

            #[inline(always)]
            pub fn sin(x: $T) -> $T {
                use $terms as terms;
                let quadrant = $of(x);
                let (sin, cos) = (terms::sin(&quadrant).0, terms::cos(&quadrant).0);
                let is_negative = quadrant.n >> 1 ^ u64::from(x.is_sign_negative());
                let y = signed(if quadrant.n & 1 == 0 { sin } else { cos }, is_negative);
                if x.abs() < $T::INFINITY { y as $T } else { $T::NAN }
            }
        }
    };
}

sin!(single: f32, quadrant::single::of, quadrant::wide);
sin!(double: f64, quadrant::double::of, quadrant::full);
