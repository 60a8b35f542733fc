//! Shifts by any amount.

use super::arithmetic::Number;

/// An integer of 8 to 64 bits.
#[diagnostic::on_unimplemented(message = "`{Self}` is no integer of 8 to 64 bits")]
pub trait Integer: Number + Shifts {}
#[diagnostic::do_not_recommend]
impl<T: Number + Shifts> Integer for T {}

/// The functions by name, hidden from other crates, which call free functions.
pub trait Shifts: Sized {
    #[doc(hidden)]
    fn shift_left(self, amount: Self) -> Self;
    #[doc(hidden)]
    fn shift_right(self, amount: Self) -> Self;
}

/// `x` with its bits moved `amount` places up; 0 if `amount` is negative or at least the width.
///
/// ONNX `BitShift` with direction LEFT: opset 28 says so, and onnxruntime does it for the unsigned integers of opset 11.
///
/// ```
/// # use bcast_core as bcast;
/// use bcast::ops::shift_left;
///
/// assert_eq!([shift_left(1_u8, 7), shift_left(255, 8)], [128, 0]);
/// assert_eq!(shift_left(8_i8, -1), 0);
/// ```
#[inline(always)]
pub fn shift_left<T: Integer>(x: T, amount: T) -> T {
    x.shift_left(amount)
}

/// `x` with its bits moved `amount` places down and its sign copied in; if `amount` is negative or at least the width,
/// only copies of the sign remain: 0, or -1 for a negative `x`.
///
/// ONNX `BitShift` with direction RIGHT, opset 28.
///
/// ```
/// # use bcast_core as bcast;
/// use bcast::ops::shift_right;
///
/// assert_eq!([shift_right(255_u8, 9), shift_right(128, 7)], [0, 1]);
/// assert_eq!([shift_right(-8_i32, 1), shift_right(-8, 40), shift_right(-8, -1)], [-4, -1, -1]);
/// ```
#[inline(always)]
pub fn shift_right<T: Integer>(x: T, amount: T) -> T {
    x.shift_right(amount)
}

macro_rules! shifts {
    ($($T:ident $U:ident $fill:expr;)*) => {$(
        impl Shifts for $T {
            #[inline(always)]
            fn shift_left(self, amount: Self) -> Self {
                // A negative amount is a large one as an unsigned integer.
                if (amount as $U) < Self::BITS as $U { self.wrapping_shl(amount as u32) } else { 0 }
            }
            #[inline(always)]
            fn shift_right(self, amount: Self) -> Self {
                let fill: fn(Self) -> Self = $fill;
                if (amount as $U) < Self::BITS as $U { self.wrapping_shr(amount as u32) } else { fill(self) }
            }
        }
    )*};
}
shifts! {
    i8 u8 |x| x >> 7;
    i16 u16 |x| x >> 15;
    i32 u32 |x| x >> 31;
    i64 u64 |x| x >> 63;
    u8 u8 |_| 0;
    u16 u16 |_| 0;
    u32 u32 |_| 0;
    u64 u64 |_| 0;
}
