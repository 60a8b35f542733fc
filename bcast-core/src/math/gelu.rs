use super::exact;
use super::exp;
use super::format::Format;
use super::fused::Fused;
use super::real::Real;

/// The Gaussian error linear unit: `x` times the normal distribution's cumulative probability at `x`, x (1 + erf(x /
/// √2)) / 2.
///
/// Method: the probability beyond |x| is e^(-x²/2) P(t) / (c + |x|) with a minimax polynomial in a quotient `t` that
/// maps all numbers to an interval; computed in parts with more digits than `f64` has, or in `f64` for `f32`. So small
/// results for negative `x` are as accurate as others. The form with tanh is [`gelu_tanh`](super::gelu_tanh).
///
/// Largest error: 0.55 ULP for `f32`, 1.65 for `f64`.
///
/// | `x` | result |
/// |---|---|
/// | NaN | NaN |
/// | ∞ | ∞ |
/// | -∞ | -0 |
/// | 0, -0 | `x` |
/// | far below 0 | subnormal, then -0 |
///
/// ```
/// # use bcast_core as bcast;
/// use bcast::math::gelu;
///
/// assert_eq!(gelu(0.0), 0.0);
/// assert!((gelu(1.0_f64) - 0.841_344_746_068_543).abs() < 1e-15);
/// assert!(gelu(-13.0_f32) < 0.0);
/// ```
#[inline(always)]
pub fn gelu<T: Real>(x: T) -> T {
    T::gelu(x, Fused::NO)
}

pub(super) mod single {
    use super::exp;

    #[inline(always)]
    pub fn gelu<const FUSED: bool>(x: f32) -> f32 {
        let x = f64::from(x);
        // From here on the result is 0 or `x`; NaN passes.
        let size = x.abs().clamp(0.0, 15.0);
        let inverse = 1.0 / (3.5 + size);
        let t = (size - 3.5) * inverse;
        let tail = exp::wide::exp::<FUSED>(-0.5 * size * size)
            * inverse
            * polynomial!(t; 7.444160741381641e-1, -5.655618033033695e-1, 3.154250988535687e-1, -1.1605138639713802e-1,
            1.740563778479623e-2, 6.480176333789008e-3, -3.1747986054449437e-3, -4.558087805506193e-4,
            4.348671598151179e-4, 6.940935451308153e-5, -2.6295721350753393e-5);
        (if x > 0.0 { x - size * tail } else { size.copysign(x) * tail }) as f32
    }
}

pub(super) mod double {
    use super::{Format, exact, exp};

    #[inline(always)]
    pub fn gelu<const FUSED: bool>(x: f64) -> f64 {
        // From here on the result is 0 or `x`; NaN passes.
        let size = x.abs().clamp(0.0, 39.0);
        // e^(-x²/2) without its power of 2
        let (square, square_lost) = exact::product::<FUSED>(size, size);
        let e = exp::double::reduce::<FUSED>(-0.5 * square);
        let rest = e.r + e.rest;
        let (power, power_lost) = exact::sum(1.0, rest);
        let power_lost = power_lost + (((e.r - rest) + e.rest) + (e.lost - 0.5 * square_lost) * power);
        // The polynomial
        let t = (size - 6.0) / (size + 6.0);
        let (p, p_lost) = exact::sum(
            4.5345520027112796e-1,
            t * polynomial!(t; -8.502536230577071e-2, 3.981142456243022e-2, -4.373386779594587e-3, -1.6141517332219562e-2,
            2.259246706282015e-2, -1.9766479219484052e-2, 1.3246864153617612e-2, -7.05981942652375e-3,
            2.9356555193427295e-3, -8.689946303119294e-4, 1.1948966054058168e-4, 3.779476288622784e-5,
            -2.63534563339933e-5, 4.412737443814213e-6, 1.7840545941403782e-6, -1.0000520813485368e-6,
            -9.046691183986083e-10, 1.326740866872907e-7, -1.95515903309336e-8, -1.5650856105683678e-8,
            2.748341885204141e-9, 1.5048002184755568e-9),
        );
        let p_lost = p_lost + -1.2393e-17;
        // |x| / (1 + |x|)
        let below = 1.0 + size;
        let below_lost = if size < 1.0 { size - (below - 1.0) } else { 1.0 - (below - size) };
        let quotient = size / below;
        let (again, again_lost) = exact::product::<FUSED>(quotient, below);
        let quotient_lost = (((size - again) - again_lost) - quotient * below_lost) / below;
        // The product of the three
        let (product, product_lost) = exact::product::<FUSED>(power, p);
        let product_lost = product_lost + (power * p_lost + power_lost * p);
        let (tail, tail_lost) = exact::product::<FUSED>(product, quotient);
        let tail_lost = tail_lost + (product * quotient_lost + product_lost * quotient);
        let above = x - tail.times_power(e.bits) - tail_lost.times_power(e.bits);
        let under = -(tail + tail_lost).times_power(e.bits);
        let y = if x > 0.0 { above } else { under };
        if x.abs() < 1e-20 { 0.5 * x } else { y }
    }
}
