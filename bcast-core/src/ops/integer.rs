//! Integers: overflow wraps, and no division traps.

use super::arithmetic::{Arithmetic, of_two};

macro_rules! integers {
    ($($T:ident)*) => {$(
        #[allow(unused_comparisons, reason = "no unsigned integer is below 0")]
        impl Arithmetic for $T {
            of_two! { |x, y|
                add: x.wrapping_add(y);
                sub: x.wrapping_sub(y);
                mul: x.wrapping_mul(y);
                div: if y == 0 { 0 } else { x.wrapping_div(y) };
                python_div: {
                    let remainder = x.fmod(y);
                    x.div(y).wrapping_sub(Self::from(remainder != 0 && (remainder < 0) != (y < 0)))
                };
                modulo: {
                    let remainder = x.fmod(y);
                    if remainder != 0 && (remainder < 0) != (y < 0) { remainder.wrapping_add(y) } else { remainder }
                };
                fmod: if y == 0 { 0 } else { x.wrapping_rem(y) };
                max: Ord::max(x, y);
                min: Ord::min(x, y);
                prelu: if x < 0 { y.wrapping_mul(x) } else { x };
            }
        }
    )*};
}
// No unsigned integer is below 0, so that both of their divisions are the plain ones.
integers!(i8 i16 i32 i64 u8 u16 u32 u64);
