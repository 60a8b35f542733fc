//! Sums and products of `f64` with their rounding errors.

use super::fused::mul_add;

/// The rounded sum and its error, if |large| is at least |small|, or 0.
#[inline(always)]
pub fn sum(large: f64, small: f64) -> (f64, f64) {
    let sum = large + small;
    (sum, small - (sum - large))
}

/// The rounded product and its error, with a relative error of about 2^-106.
#[inline(always)]
pub fn product<const FUSED: bool>(a: f64, b: f64) -> (f64, f64) {
    let product = a * b;
    if FUSED {
        return (product, mul_add::<f64, FUSED>(a, b, -product));
    }
    let ((a, a_low), (b, b_low)) = (halves(a), halves(b));
    (product, ((a * b - product) + a * b_low + a_low * b) + a_low * b_low)
}

/// The number as a sum of two with half of the digits each.
#[inline(always)]
fn halves(x: f64) -> (f64, f64) {
    let high = f64::from_bits(x.to_bits() & !((1 << 27) - 1));
    (high, x - high)
}
