//! Bit-level operations of a floating-point format, as the formulas need them.

use super::fused::MulAdd;

/// An IEEE 754 floating-point format. No method branches or needs instructions beyond SSE2.
pub(super) trait Format: MulAdd {
    /// An unsigned integer of the same width.
    type Bits: Copy;

    /// The integer `n` nearest to this number times `factor`, ties to even, and bits whose lower part (one bit more than a sign and an
    /// exponent) is that of `n + 2 * BIAS`; for products below 2^21.
    fn nearest<const FUSED: bool>(self, factor: Self) -> (Self, Self::Bits);
    /// The integer `n` nearest to this number times `factor`, ties to even, and 2^n, if that is a normal number.
    fn nearest_power<const FUSED: bool>(self, factor: Self) -> (Self, Self);
    /// 2^n for the bits of [`nearest`](Self::nearest), if that is a normal number.
    fn power(bits: Self::Bits) -> Self;
    /// The number times 2^n for those bits, rounded once, for every `n` from twice the lowest to twice the highest
    /// exponent.
    fn times_power(self, bits: Self::Bits) -> Self;
    /// `(k, f, 2^-k)` with 2^k (1 + f) equal to this positive finite number and 1 + f between the roots of 1/2 and 2.
    /// 2^-k is valid for `k` below the highest exponent.
    fn parts(self) -> (Self, Self, Self);
    /// The upper half of the significand, so that a product of two of them is exact.
    fn high(self) -> Self;
}

macro_rules! format {
    ($T:ident, $Bits:ident, high: $low_half:expr) => {
        impl Format for $T {
            type Bits = $Bits;

            #[inline(always)]
            fn nearest<const FUSED: bool>(self, factor: $T) -> ($T, $Bits) {
                // The sum has no room for a fraction, and its low bits are those of the integer.
                const SHIFT: $T = 1.5 * (1_u64 << FRACTION) as $T + (2 * BIAS) as $T;
                let shifted = mul_add::<_, FUSED>(self, factor, SHIFT);
                (shifted - SHIFT, shifted.to_bits())
            }

            #[inline(always)]
            fn nearest_power<const FUSED: bool>(self, factor: $T) -> ($T, $T) {
                const SHIFT: $T = 1.5 * (1_u64 << FRACTION) as $T + BIAS as $T;
                let shifted = mul_add::<_, FUSED>(self, factor, SHIFT);
                (shifted - SHIFT, <$T>::from_bits(shifted.to_bits() << FRACTION))
            }

            #[inline(always)]
            fn power(bits: $Bits) -> $T {
                <$T>::from_bits(bits.wrapping_sub(BIAS) << FRACTION)
            }

            #[inline(always)]
            fn times_power(self, bits: $Bits) -> $T {
                let half = bits >> 1;
                self * <$T>::from_bits(half << FRACTION) * <$T>::from_bits(bits.wrapping_sub(half) << FRACTION)
            }

            #[inline(always)]
            fn parts(self) -> ($T, $T, $T) {
                const ROOT: $Bits = core::$T::consts::FRAC_1_SQRT_2.to_bits();
                const ONE: $Bits = (1.0 as $T).to_bits();
                const FRACTION_BITS: $Bits = (1 << FRACTION) - 1;
                // Integers below 2^FRACTION, placed in this number's fraction, are added to it.
                const SHIFT: $T = (1_u64 << FRACTION) as $T;
                const LIFT: $T = SHIFT * 4.0;
                let is_subnormal = self < <$T>::MIN_POSITIVE;
                let normal = if is_subnormal { self * LIFT } else { self };
                let lifted = if is_subnormal { (FRACTION + 2) as $T } else { 0.0 };
                let bits = normal.to_bits().wrapping_add(ONE - ROOT);
                let exponent = <$T>::from_bits((bits >> FRACTION) | SHIFT.to_bits()) - (SHIFT + BIAS as $T);
                let significand = <$T>::from_bits((bits & FRACTION_BITS) + ROOT);
                let inverse = <$T>::from_bits(ONE.wrapping_mul(2).wrapping_sub(bits & !FRACTION_BITS));
                (exponent - lifted, significand - 1.0, inverse)
            }

            #[inline(always)]
            fn high(self) -> $T {
                <$T>::from_bits(self.to_bits() & !((1 << $low_half) - 1))
            }
        }
    };
}

mod single {
    use super::super::fused::mul_add;
    use super::Format;

    const FRACTION: u32 = f32::MANTISSA_DIGITS - 1;
    const BIAS: u32 = 127;
    format!(f32, u32, high: 12);
}

mod double {
    use super::super::fused::mul_add;
    use super::Format;

    const FRACTION: u32 = f64::MANTISSA_DIGITS - 1;
    const BIAS: u64 = 1023;
    format!(f64, u64, high: 32);
}
