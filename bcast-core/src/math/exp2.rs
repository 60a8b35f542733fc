use super::format::Format;
use super::fused::{Fused, mul_add};
use super::real::Real;

/// 2 to the power of `x`.
///
/// Method: x = n + r with a whole `n`, a minimax polynomial for 2^r, then its exponent plus `n`. Whole powers are exact.
///
/// Largest error: 1.23 ULP for `f32`, 1.20 for `f64`.
///
/// | `x` | result |
/// |---|---|
/// | NaN | NaN |
/// | ∞ | ∞ |
/// | -∞ | 0 |
/// | 0, -0, subnormal | 1 |
/// | below the lowest exponent of a normal number | subnormal, then 0 |
///
/// ```
/// # use bcast_core as bcast;
/// use bcast::math::exp2;
///
/// assert_eq!(exp2(10.0), 1024.0);
/// assert_eq!(exp2(-149.0_f32), f32::from_bits(1));
/// ```
#[inline(always)]
pub fn exp2<T: Real>(x: T) -> T {
    T::exp2(x, Fused::NO)
}

macro_rules! exp2 {
    ($format:ident: $T:ident, [$low:literal, $high:literal], [$($p:literal),+]) => {
        pub(super) mod $format {
            use super::{Format, mul_add};

            #[inline(always)]
            pub fn exp2<const FUSED: bool>(x: $T) -> $T {
                // Beyond these bounds the result is 0 or infinite anyway; NaN passes.
                let x = x.clamp($low, $high);
                let (n, bits) = x.nearest::<FUSED>(1.0);
                let r = x - n;
                mul_add::<_, FUSED>(r, polynomial!(r; core::$T::consts::LN_2, $($p),+), 1.0).times_power(bits)
            }
        }
    };
}

exp2!(single: f32, [-151.0, 128.0], [2.4022648e-1, 5.5503324e-2, 9.618438e-3, 1.33989e-3, 1.5353334e-4]);
exp2!(
    double: f64,
    [-1076.0, 1024.0],
    [
        2.402265069591013e-1,
        5.550410866482008e-2,
        9.618129107594063e-3,
        1.3333558146775215e-3,
        1.5403530457189875e-4,
        1.5252733492725246e-5,
        1.3215435240473967e-6,
        1.0178199672257242e-7,
        7.073790903907397e-9,
        4.4347658310756393e-10
    ]
);
