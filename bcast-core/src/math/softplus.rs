use super::exp;
use super::format::Format;
use super::fused::Fused;
use super::ln;
use super::real::Real;

/// ln(1 + e^x), a smooth form of `x.max(0.0)`.
///
/// Method: t = e^-|x| with its rounding error, ln(1 + t) as in [`ln_1p`](fn@super::ln_1p), plus `x` where that is
/// positive. For `f32` all of it is computed in `f64`.
///
/// Largest error: 0.51 ULP for `f32`, 1.00 for `f64`.
///
/// | `x` | result |
/// |---|---|
/// | NaN | NaN |
/// | ∞ | ∞ |
/// | -∞ | 0 |
/// | 0, -0, subnormal | ln 2 |
/// | below the logarithm of the least normal number | subnormal, then 0 |
///
/// ```
/// # use bcast_core as bcast;
/// use bcast::math::softplus;
///
/// assert_eq!(softplus(0.0), core::f64::consts::LN_2);
/// assert_eq!(softplus(100.0_f32), 100.0);
/// assert!(softplus(-100.0_f32) > 0.0);
/// ```
#[inline(always)]
pub fn softplus<T: Real>(x: T) -> T {
    T::softplus(x, Fused::NO)
}

macro_rules! softplus {
    ($exp:path, $ln:path) => {
        #[inline(always)]
        pub fn softplus<const FUSED: bool>(x: f64) -> f64 {
            use $exp as exp;
            use $ln as ln;
            // Beyond this bound e^-|x| is 0.
            let e = exp::reduce::<FUSED>(-x.abs().clamp(0.0, 760.0));
            let rest = e.r + e.rest;
            let (t, t_lost) = exact::sum(1.0, rest);
            let t_lost = t_lost + (((e.r - rest) + e.rest) + e.lost);
            let t = t.times_power(e.bits);
            let sum = 1.0 + t;
            let lost = (t - (sum - 1.0)) + t_lost.times_power(e.bits);
            let (k, rounded, inverse) = sum.parts();
            let lost = lost * inverse;
            let f = rounded + lost;
            let y = ln::of_parts::<FUSED>(k, f, lost - (f - rounded));
            let y = if x > 0.0 { x + y } else { y };
            if x.is_nan() { x } else { y }
        }
    };
}

pub(super) mod single {
    #[inline(always)]
    pub fn softplus<const FUSED: bool>(x: f32) -> f32 {
        super::wide::softplus::<FUSED>(f64::from(x)) as f32
    }
}

mod wide {
    use super::super::exact;
    use super::{Format, exp, ln};
    softplus!(exp::wide, ln::wide);
}

pub(super) mod double {
    use super::super::exact;
    use super::{Format, exp, ln};
    softplus!(exp::double, ln::double);
}
