//! `f32` and `f64`.

use super::arithmetic::Arithmetic;

/// The largest integer not above `x`; infinities and NaN stay. `core` has none.
pub(super) trait Floor {
    fn floor(self) -> Self;
}

macro_rules! floats {
    ($($T:ident $I:ident)*) => {$(
        impl Floor for $T {
            #[inline(always)]
            fn floor(self) -> Self {
                // From here on every number is an integer.
                const WHOLE: $T = (1_u64 << ($T::MANTISSA_DIGITS - 1)) as $T;
                let whole = (self as $I) as $T;
                let below = if whole > self { whole - 1.0 } else { whole };
                // NaN is not below the bound. A zero keeps its sign.
                if self.abs() < WHOLE { below.copysign(self) } else { self }
            }
        }

        impl Arithmetic for $T {
            #[inline(always)]
            fn add(self, other: Self) -> Self {
                self + other
            }
            #[inline(always)]
            fn sub(self, other: Self) -> Self {
                self - other
            }
            #[inline(always)]
            fn mul(self, other: Self) -> Self {
                self * other
            }
            #[inline(always)]
            fn div(self, other: Self) -> Self {
                self / other
            }
            #[inline(always)]
            fn floor_div(self, other: Self) -> Self {
                Floor::floor(self / other)
            }
            #[inline(always)]
            fn modulo(self, other: Self) -> Self {
                let remainder = self % other;
                if remainder == 0.0 {
                    (0.0 as $T).copysign(other)
                } else if (remainder < 0.0) != (other < 0.0) {
                    // Exact where both are finite and of similar magnitude; `other` itself where it is infinite. NaN
                    // stays NaN.
                    remainder + other
                } else {
                    remainder
                }
            }
            #[inline(always)]
            fn fmod(self, other: Self) -> Self {
                self % other
            }
            #[inline(always)]
            fn max(self, other: Self) -> Self {
                // NaN in `other` fails the comparison.
                let larger = if self > other { self } else { other };
                if self.is_nan() { self } else { larger }
            }
            #[inline(always)]
            fn min(self, other: Self) -> Self {
                let smaller = if self < other { self } else { other };
                if self.is_nan() { self } else { smaller }
            }
            #[inline(always)]
            fn prelu(self, slope: Self) -> Self {
                if self < 0.0 { slope * self } else { self }
            }
        }
    )*};
}
floats!(f32 i32 f64 i64);
