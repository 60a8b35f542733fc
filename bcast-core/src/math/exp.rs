use super::format::Format;
use super::fused::{Fused, mul_add};
use super::real::Real;

/// e to the power of `x`.
///
/// Method: x = n ln 2 + r with a whole `n` (ln 2 in two parts), a minimax polynomial for e^r, then its exponent plus `n`.
///
/// Largest error: 1.03 ULP for `f32`, 1.05 for `f64`.
///
/// | `x` | result |
/// |---|---|
/// | NaN | NaN |
/// | ∞ | ∞ |
/// | -∞ | 0 |
/// | 0, -0, subnormal | 1 |
/// | below the logarithm of the least normal number | subnormal, then 0 |
///
/// ```
/// # use bcast_core as bcast;
/// use bcast::math::exp;
///
/// assert_eq!(exp(0.0), 1.0);
/// assert!((exp(1.0_f64) - core::f64::consts::E).abs() < 1e-15);
/// assert_eq!(exp(f32::NEG_INFINITY), 0.0);
/// ```
#[inline(always)]
pub fn exp<T: Real>(x: T) -> T {
    T::exp(x, Fused::NO)
}

/// x = n ln 2 + r: the bits of [`Format::nearest`] for `n`, and the parts of e^r.
pub(super) struct Reduced<T: Format> {
    pub bits: T::Bits,
    pub r: T,
    /// e^r = 1 + r + r² q
    pub q: T,
    /// e^r - 1 - r
    pub rest: T,
    /// The rounding error of `r`.
    pub lost: T,
}

impl<T: Format> Reduced<T> {
    /// e^r - 1
    #[inline(always)]
    pub fn less_one<const FUSED: bool>(&self) -> T {
        mul_add::<T, FUSED>(self.r * self.r, self.q, self.r)
    }
}

macro_rules! exp {
    ($format:ident: $T:ident, [$low:literal, $high:literal], ln2: $ln2_high:literal + $ln2_low:literal, [$($q:literal),+]) => {
        pub(super) mod $format {
            use super::{Format, Reduced, mul_add};

            /// e^x = 2^n e^r, in the parts that other functions need.
            #[inline(always)]
            pub fn reduce<const FUSED: bool>(x: $T) -> Reduced<$T> {
                let (n, bits) = x.nearest::<FUSED>(core::$T::consts::LOG2_E);
                // `n` times the high part is exact.
                let high = mul_add::<_, FUSED>(-n, $ln2_high, x);
                let r = mul_add::<_, FUSED>(-n, $ln2_low, high);
                let q = polynomial!(r; $($q),+);
                Reduced { bits, r, q, rest: r * r * q, lost: mul_add::<_, FUSED>(-n, $ln2_low, high - r) }
            }

            #[inline(always)]
            pub fn exp<const FUSED: bool>(x: $T) -> $T {
                // Beyond these bounds the result is 0 or infinite anyway; NaN passes.
                let e = reduce::<FUSED>(x.clamp($low, $high));
                let power = if FUSED {
                    mul_add::<_, FUSED>(e.r, mul_add::<_, FUSED>(e.r, e.q, 1.0), 1.0)
                } else {
                    1.0 + e.less_one::<FUSED>()
                };
                power.times_power(e.bits)
            }
        }
    };
}

exp!(single: f32, [-105.0, 89.0], ln2: 6.9314575e-1 + 1.4286068e-6,
    [4.9999997e-1, 1.6666543e-1, 4.16672e-2, 8.3665205e-3, 1.3882504e-3]);
// Computed in `f64`, accurate enough for a result in `f32`.
exp!(wide: f64, [-746.0, 710.0], ln2: 6.93147180559663e-1 + 2.8235290563031577e-13,
    [5.000000044163088e-1, 1.6666666370503533e-1, 4.166636091474126e-2, 8.333389378947688e-3, 1.394062731761298e-3,
     1.9845867014379572e-4]);
exp!(double: f64, [-746.0, 710.0], ln2: 6.93147180559663e-1 + 2.8235290563031577e-13,
    [5.000000000000006e-1, 1.6666666666666588e-1, 4.166666666657675e-2, 8.333333333389535e-3,
     1.3888888931566181e-3, 1.9841269719052165e-4, 2.4801505272456028e-5, 2.7557407496531044e-6,
     2.7626038362553793e-7, 2.505379103160249e-8]);
