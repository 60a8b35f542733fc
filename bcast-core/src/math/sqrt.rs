use super::real::Real;

/// The square root, rounded correctly: the same bits as the standard library's `sqrt`.
///
/// Method: the processor's instruction with the feature `std`. Without it Newton's method with a correction by the
/// exact remainder, since `core` has no stable square root; the results are the same.
///
/// Largest error: 0.50 ULP for `f32`, 0.50 for `f64`.
///
/// | `x` | result |
/// |---|---|
/// | NaN | NaN |
/// | negative, -∞ | NaN |
/// | ∞ | ∞ |
/// | 0, -0 | `x` |
/// | subnormal | as for normal `x` |
///
/// ```
/// # use bcast_core as bcast;
/// use bcast::math::sqrt;
///
/// assert_eq!(sqrt(2.0), core::f64::consts::SQRT_2);
/// assert!(sqrt(-1.0_f32).is_nan());
/// ```
#[inline(always)]
pub fn sqrt<T: Real>(x: T) -> T {
    T::sqrt(x)
}

pub(super) mod single {
    #[inline(always)]
    pub fn sqrt(x: f32) -> f32 {
        #[cfg(feature = "std")]
        return x.sqrt();
        // The root of an `f32` is too far from a midpoint between two of them for double rounding to matter.
        #[cfg(not(feature = "std"))]
        return super::portable::sqrt(f64::from(x)) as f32;
    }
}

pub(super) mod double {
    #[inline(always)]
    pub fn sqrt(x: f64) -> f64 {
        #[cfg(feature = "std")]
        return x.sqrt();
        #[cfg(not(feature = "std"))]
        return super::portable::sqrt(x);
    }
}

/// The square root without the instruction. The tests compare it with the instruction where there is one.
#[cfg(any(test, not(feature = "std")))]
mod portable {
    const FRACTION: u32 = f64::MANTISSA_DIGITS - 1;

    #[inline(always)]
    pub fn sqrt(x: f64) -> f64 {
        const LIFT: f64 = (1_u64 << 54) as f64;
        let is_subnormal = x < f64::MIN_POSITIVE;
        let bits = (if is_subnormal { x * LIFT } else { x }).to_bits();
        // x = m 4^k with an integer k and 1 <= m < 4, both biased: an odd exponent gives its last bit to m.
        let is_even = (bits >> FRACTION) & 1 ^ 1;
        let k = ((bits >> FRACTION) + 1023 - is_even) >> 1;
        let fraction = bits & ((1 << FRACTION) - 1);
        let m = f64::from_bits(fraction | (1023 + is_even) << FRACTION);
        // 1 / sqrt(m): the first guess halves the exponent; each step doubles the correct digits.
        let mut inverse = f64::from_bits(0x5fe6_eb50_c7b5_37a9 - (m.to_bits() >> 1));
        for _ in 0..4 {
            inverse *= 1.5 - 0.5 * m * inverse * inverse;
        }
        let guess = m * inverse;
        let guess = guess + 0.5 * inverse * (m - guess * guess);
        // In units of 2^-52, where the root is below 2^53, the exact remainder m - root^2 tells the nearest number from
        // its neighbours. It is small, so its last 64 bits suffice.
        let root = guess.to_bits() - (1022 << FRACTION);
        let square = (fraction | 1 << FRACTION) << is_even << FRACTION;
        let remainder = square.wrapping_sub(root.wrapping_mul(root)) as i64;
        let root = root + u64::from(remainder > root as i64) - u64::from(remainder <= -(root as i64));
        let y = f64::from_bits(root + ((k - 1) << FRACTION));
        let y = if is_subnormal { y * (1.0 / (1_u64 << 27) as f64) } else { y };
        let edge = if x < 0.0 { f64::NAN } else { x };
        if x > 0.0 && x < f64::INFINITY { y } else { edge }
    }
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::portable::sqrt;

    #[test]
    fn portable_is_exact() {
        let mut state = 1_u64;
        for i in 0..2_000_000_u64 {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            // Random bits, numbers next to squares, and the edges of the format.
            let near = f64::from((state >> 40) as u32).powi(2);
            for bits in [state, near.to_bits() + i % 5 - 2, i, f64::INFINITY.to_bits() - i] {
                let x = f64::from_bits(bits);
                let (got, expected) = (sqrt(x), x.sqrt());
                assert!(got.to_bits() == expected.to_bits() || got.is_nan() && expected.is_nan(), "{x:e}: {got:e}");
            }
        }
        assert!(sqrt(-0.0).is_sign_negative() && sqrt(-1.0).is_nan() && sqrt(f64::NAN).is_nan());
    }
}
