use super::exp;
use super::format::Format;
use super::fused::{Fused, mul_add};
use super::real::Real;

/// The hyperbolic tangent.
///
/// Method: up to 0.55, where the result is about 1/2, an odd minimax polynomial; from there 1 - 2 / (e^2|x| + 1), with e^2|x| as in
/// [`exp`](fn@exp).
/// Largest error: 1.38 ULP for `f32`, 1.35 for `f64`.
///
/// | `x` | result |
/// |---|---|
/// | NaN | NaN |
/// | ∞ | 1 |
/// | -∞ | -1 |
/// | 0, -0, subnormal | `x` |
///
/// ```
/// use bcast_core::math::tanh;
///
/// assert_eq!(tanh(-0.0_f64).to_bits(), (-0.0_f64).to_bits());
/// assert_eq!(tanh(f32::INFINITY), 1.0);
/// ```
#[inline(always)]
pub fn tanh<T: Real>(x: T) -> T {
    T::tanh(x, Fused::NO)
}

macro_rules! tanh {
    ($T:ident, $exp:path, one_from: $one_from:literal, [$($p:literal),+]) => {
        #[inline(always)]
        pub fn tanh<const FUSED: bool>(x: $T) -> $T {
            use $exp as exp;
            let square = x * x;
            let near = mul_add::<_, FUSED>(x * square, polynomial!(square; $($p),+), x);
            // From the upper bound on the result is 1; NaN stays.
            let e = exp::reduce::<FUSED>(2.0 * x.abs().clamp(0.0, $one_from));
            let power = <$T>::power(e.bits);
            let far = 1.0 - 2.0 / mul_add::<_, FUSED>(power, e.less_one::<FUSED>(), power + 1.0);
            (if x.abs() < 0.55 { near } else { far }).copysign(x)
        }
    };
}

pub(super) mod single {
    use super::{Format, exp, mul_add};
    tanh!(f32, exp::single, one_from: 10.0,
        [-3.333332e-1, 1.3332601e-1, -5.3853754e-2, 2.1077294e-2, -6.2817736e-3]);
}

pub(super) mod double {
    use super::{Format, exp, mul_add};
    tanh!(f64, exp::double, one_from: 20.0,
        [-3.333333333333332e-1, 1.3333333333329664e-1, -5.396825396519244e-2, 2.186948842073657e-2,
         -8.86323310358739e-3, 3.592096586918284e-3, -1.455569632557162e-3, 5.885463533861958e-4,
         -2.3362345429779016e-4, 8.364250168543317e-5, -1.9685178594086685e-5]);
}
