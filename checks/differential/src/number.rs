//! Arithmetic shared by the interpreter and the generated programs.

use std::fmt::Debug;

/// A type of elements. Integers wrap.
pub trait Number: Copy + Debug + PartialEq + PartialOrd + Send + Sync + 'static {
    fn of(small: i64) -> Self;
    fn add(self, other: Self) -> Self;
    fn sub(self, other: Self) -> Self;
    fn mul(self, other: Self) -> Self;
    /// Divides by a number from 1 to 8.
    fn div(self, other: Self) -> Self;
    fn least(self, other: Self) -> Self;
    fn most(self, other: Self) -> Self;
    fn neg(self) -> Self;
    fn abs(self) -> Self;
    /// Converts to another type and back.
    fn cast(self) -> Self;
    fn wide(self) -> f64;
    /// Divides by a number of elements.
    fn over(self, count: usize) -> Self;
    /// A key equal for equal numbers: zeros of both signs are one number here, and so is every NaN.
    fn bits(self) -> u64;
}

macro_rules! integers {
    ($($T:ident, $abs:expr;)*) => {$(
        impl Number for $T {
            fn of(small: i64) -> $T {
                small as $T
            }
            fn add(self, other: $T) -> $T {
                self.wrapping_add(other)
            }
            fn sub(self, other: $T) -> $T {
                self.wrapping_sub(other)
            }
            fn mul(self, other: $T) -> $T {
                self.wrapping_mul(other)
            }
            fn div(self, other: $T) -> $T {
                self / ((other & 7) + 1)
            }
            fn least(self, other: $T) -> $T {
                Ord::min(self, other)
            }
            fn most(self, other: $T) -> $T {
                Ord::max(self, other)
            }
            fn neg(self) -> $T {
                self.wrapping_neg()
            }
            fn abs(self) -> $T {
                let abs: fn($T) -> $T = $abs;
                abs(self)
            }
            fn cast(self) -> $T {
                self as i16 as $T
            }
            fn wide(self) -> f64 {
                self as f64
            }
            fn over(self, count: usize) -> $T {
                self / (count as $T)
            }
            fn bits(self) -> u64 {
                self as u64
            }
        }
    )*};
}
integers! {
    i32, i32::wrapping_abs;
    i64, i64::wrapping_abs;
    u8, |number| number;
}

macro_rules! floats {
    ($($T:ident)*) => {$(
        impl Number for $T {
            fn of(small: i64) -> $T {
                small as $T
            }
            fn add(self, other: $T) -> $T {
                self + other
            }
            fn sub(self, other: $T) -> $T {
                self - other
            }
            fn mul(self, other: $T) -> $T {
                self * other
            }
            fn div(self, other: $T) -> $T {
                self / (other.abs() + 1.0)
            }
            fn least(self, other: $T) -> $T {
                self.min(other)
            }
            fn most(self, other: $T) -> $T {
                self.max(other)
            }
            fn neg(self) -> $T {
                -self
            }
            fn abs(self) -> $T {
                self.abs()
            }
            fn cast(self) -> $T {
                self as i16 as $T
            }
            fn wide(self) -> f64 {
                f64::from(self)
            }
            fn over(self, count: usize) -> $T {
                self / (count as $T)
            }
            fn bits(self) -> u64 {
                if self.is_nan() { u64::MAX } else { u64::from((self + 0.0).to_bits()) }
            }
        }
    )*};
}
floats!(f32 f64);
