//! Integers: overflow wraps, and no division traps.

use super::arithmetic::Arithmetic;

macro_rules! integers {
    ($floor_div:ident $modulo:ident: $($T:ident)*) => {$(
        impl Arithmetic for $T {
            #[inline(always)]
            fn add(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline(always)]
            fn sub(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
            #[inline(always)]
            fn mul(self, other: Self) -> Self {
                self.wrapping_mul(other)
            }
            #[inline(always)]
            fn div(self, other: Self) -> Self {
                if other == 0 { 0 } else { self.wrapping_div(other) }
            }
            #[inline(always)]
            fn floor_div(self, other: Self) -> Self {
                $floor_div!(self, other)
            }
            #[inline(always)]
            fn modulo(self, other: Self) -> Self {
                $modulo!(self, other)
            }
            #[inline(always)]
            fn fmod(self, other: Self) -> Self {
                if other == 0 { 0 } else { self.wrapping_rem(other) }
            }
            #[inline(always)]
            fn max(self, other: Self) -> Self {
                Ord::max(self, other)
            }
            #[inline(always)]
            fn min(self, other: Self) -> Self {
                Ord::min(self, other)
            }
            #[inline(always)]
            #[allow(unused_comparisons, reason = "no unsigned integer is below 0")]
            fn prelu(self, slope: Self) -> Self {
                if self < 0 { slope.wrapping_mul(self) } else { self }
            }
        }
    )*};
}

macro_rules! signed_floor_div {
    ($x:expr, $y:expr) => {{
        let (x, y) = ($x, $y);
        let remainder = x.fmod(y);
        x.div(y).wrapping_sub(Self::from(remainder != 0 && (remainder < 0) != (y < 0)))
    }};
}
macro_rules! signed_modulo {
    ($x:expr, $y:expr) => {{
        let (x, y) = ($x, $y);
        let remainder = x.fmod(y);
        if remainder != 0 && (remainder < 0) != (y < 0) { remainder.wrapping_add(y) } else { remainder }
    }};
}
macro_rules! unsigned_floor_div {
    ($x:expr, $y:expr) => {
        $x.div($y)
    };
}
macro_rules! unsigned_modulo {
    ($x:expr, $y:expr) => {
        $x.fmod($y)
    };
}

integers!(signed_floor_div signed_modulo: i8 i16 i32 i64);
integers!(unsigned_floor_div unsigned_modulo: u8 u16 u32 u64);
