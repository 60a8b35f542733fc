use super::format::Format;
use super::fused::{Fused, mul_add};
use super::real::Real;

/// The natural logarithm.
///
/// Method: x = 2^k (1 + f) with 1 + f between the roots of 1/2 and 2; ln(1 + f) is the odd series of 2 artanh(s), s = f / (2 + f),
/// as a minimax polynomial in s², with its largest terms f - f²/2 split off; k ln 2 is added in two parts.
/// Largest error: 0.85 ULP for `f32`, 0.78 for `f64`.
///
/// | `x` | result |
/// |---|---|
/// | NaN | NaN |
/// | negative, -∞ | NaN |
/// | 0, -0 | -∞ |
/// | ∞ | ∞ |
/// | subnormal | as for normal `x` |
///
/// ```
/// # use bcast_core as bcast;
/// use bcast::math::ln;
///
/// assert_eq!(ln(1.0), 0.0);
/// assert_eq!(ln(0.0_f32), f32::NEG_INFINITY);
/// assert!(ln(-1.0_f64).is_nan());
/// ```
#[inline(always)]
pub fn ln<T: Real>(x: T) -> T {
    T::ln(x, Fused::NO)
}

macro_rules! parts {
    ($T:ident, ln2: $ln2_high:literal + $ln2_low:literal, [$($p:literal),+]) => {
        /// ln(1 + f) = f - h + t as `h`, which is f²/2, and `t`.
        #[inline(always)]
        pub fn terms<const FUSED: bool>(f: $T) -> ($T, $T) {
            let s = f / (2.0 + f);
            let square = s * s;
            let h = 0.5 * f * f;
            (h, s * mul_add::<_, FUSED>(square, polynomial!(square; $($p),+), h))
        }

        /// ln(2^k (1 + f)) + low
        #[inline(always)]
        pub fn of_parts<const FUSED: bool>(k: $T, f: $T, low: $T) -> $T {
            let (h, t) = terms::<FUSED>(f);
            k * $ln2_high - ((h - (t + mul_add::<_, FUSED>(k, $ln2_low, low))) - f)
        }

    };
}

macro_rules! ln {
    ($T:ident) => {
        /// `y`, except where a logarithm of any base is not finite.
        #[inline(always)]
        pub fn at_edges(x: $T, y: $T) -> $T {
            let edge = if x == 0.0 { <$T>::NEG_INFINITY } else { x };
            let edge = if x < 0.0 { <$T>::NAN } else { edge };
            if x > 0.0 && x < <$T>::INFINITY { y } else { edge }
        }

        #[inline(always)]
        pub fn ln<const FUSED: bool>(x: $T) -> $T {
            let (k, f, _) = x.parts();
            at_edges(x, of_parts::<FUSED>(k, f, 0.0))
        }
    };
}

/// Defines a logarithm to another base, from the base's logarithms of e and of 2 in two parts each; the second is left out where it is 1.
/// The product with the high part of the first is exact.
macro_rules! to_base {
    ($name:ident, $format:ident: $T:ident, $ln:path, of_e: $high:literal + $low:literal $(, of_2: $two_high:literal + $two_low:literal)?) => {
        pub(super) mod $format {
            use super::{Format, ln};

            #[inline(always)]
            pub fn $name<const FUSED: bool>(x: $T) -> $T {
                use $ln as ln;
                let (k, f, _) = x.parts();
                let (h, t) = ln::terms::<FUSED>(f);
                let high = (f - h).high();
                let rest = ((f - high) - h) + t;
                let product = high * $high;
                let small = rest * $high + (high + rest) * $low $(+ k * $two_low)?;
                // The sum of the large parts, both exact, and its rounding error.
                let whole = k $(* $two_high)?;
                let sum = whole + product;
                let lost = if k == 0.0 { 0.0 } else { product - (sum - whole) };
                ln::at_edges(x, sum + (small + lost))
            }
        }
    };
}
pub(super) use to_base;

pub(super) mod single {
    use super::{Format, mul_add};
    parts!(f32, ln2: 6.9314575e-1 + 1.4286068e-6, [6.6666776e-1, 3.9977536e-1, 2.987188e-1]);
    ln!(f32);
}

/// Computed in `f64`, accurate enough for a result in `f32`.
pub(super) mod wide {
    use super::mul_add;
    parts!(f64, ln2: 6.93147180559663e-1 + 2.8235290563031577e-13,
        [6.666666667580436e-1, 3.999999562080755e-1, 2.8572109255943345e-1, 2.217618501430948e-1,
         1.9584199784928805e-1]);
}

pub(super) mod double {
    use super::{Format, mul_add};
    parts!(f64, ln2: 6.93147180559663e-1 + 2.8235290563031577e-13,
        [6.666666666666713e-1, 3.999999999952479e-1, 2.857142872195295e-1, 2.2222200401934447e-1,
         1.8183479108164088e-1, 1.531604273134349e-1, 1.4777486769630951e-1]);
    ln!(f64);
}
