use super::format::Format;
use super::fused::{Fused, mul_add};
use super::real::Real;

/// The hyperbolic tangent.
///
/// Method: up to 0.7, where the result is about 0.6, an odd minimax polynomial; from there 1 - 2 / (e^2|x| + 1), for |x| = n ln 2 / 2 + r
/// with a whole `n` and a minimax polynomial for e^2r.
/// Largest error: 1.12 ULP for `f32`, 1.17 for `f64`.
///
/// | `x` | result |
/// |---|---|
/// | NaN | NaN |
/// | ∞ | 1 |
/// | -∞ | -1 |
/// | 0, -0, subnormal | `x` |
///
/// ```
/// # use bcast_core as bcast;
/// use bcast::math::tanh;
///
/// assert_eq!(tanh(-0.0_f64).to_bits(), (-0.0_f64).to_bits());
/// assert_eq!(tanh(f32::INFINITY), 1.0);
/// ```
#[inline(always)]
pub fn tanh<T: Real>(x: T) -> T {
    T::tanh(x, Fused::NO)
}

macro_rules! tanh {
    (
        $format:ident: $T:ident, ln2: $ln2_high:literal + $ln2_low:literal, one_from: $one_from:literal,
        near: [$($near:literal),+], power: [$($power:literal),+]
    ) => {
        pub(super) mod $format {
            use super::{Format, mul_add};

            #[inline(always)]
            pub fn tanh<const FUSED: bool>(x: $T) -> $T {
                use core::$T::consts::{LN_2, LOG2_E};
                let square = x * x;
                let near = mul_add::<_, FUSED>(x * square, polynomial!(square; $($near),+), x);
                // From the upper bound on the result is 1; NaN passes.
                let size = x.abs().clamp(0.0, $one_from);
                // e^2|x| = 2^n e^2r; the error of a contraction in r matters less as n grows.
                let (n, power) = size.nearest_power::<FUSED>(2.0 * LOG2_E);
                let r = if FUSED { mul_add::<_, FUSED>(-n, LN_2 / 2.0, size) } else { size - n * ($ln2_high / 2.0) - n * ($ln2_low / 2.0) };
                let rest = mul_add::<_, FUSED>(r, polynomial!(r; 2.0, $($power),+), 1.0);
                let far = 1.0 - 2.0 / mul_add::<_, FUSED>(power, rest, 1.0);
                (if x.abs() < 0.7 { near } else { far }).copysign(x)
            }
        }
    };
}

tanh!(
    single: f32,
    ln2: 6.9314575e-1 + 1.4286068e-6,
    one_from: 10.0,
    near: [-3.3333197e-1, 1.332924e-1, -5.3566787e-2, 2.0111104e-2, -5.1545943e-3],
    power: [1.9999998, 1.3333145, 6.66688e-1, 2.679732e-1, 8.859928e-2]
);
tanh!(
    double: f64,
    ln2: 6.93147180559663e-1 + 2.8235290563031577e-13,
    one_from: 20.0,
    near: [
        -3.333333333333327e-1,
        1.3333333333316005e-1,
        -5.3968253957423336e-2,
        2.186948823245837e-2,
        -8.863230760691489e-3,
        3.5920813602721815e-3,
        -1.455532588342979e-3,
        5.886973227278903e-4,
        -2.350826592450321e-4,
        8.844589786434533e-5,
        -2.7310665866323303e-5,
        4.881113179693925e-6
    ],
    power: [
        2.000000000000005,
        1.3333333333332973,
        6.666666666642833e-1,
        2.6666666667359645e-1,
        8.88888892568863e-2,
        2.5396824878742685e-2,
        6.349181592713361e-3,
        1.4109504944902834e-3,
        2.8294194415256607e-4,
        5.118241613995918e-5
    ]
);
