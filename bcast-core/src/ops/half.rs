//! `f16` and `bf16` of the crate half: computed in `f32` and rounded once, which for one operation gives the nearest of their values.

use half::{bf16, f16};

use super::arithmetic::Arithmetic;

macro_rules! halves {
    ($($T:ident)*) => {$(
        impl Arithmetic for $T {
            halves!(@ $T: add sub mul div floor_div modulo fmod max min prelu);
        }
    )*};
    (@ $T:ident: $($name:ident)*) => {$(
        #[inline(always)]
        fn $name(self, other: Self) -> Self {
            $T::from_f32(Arithmetic::$name(self.to_f32(), other.to_f32()))
        }
    )*};
}
halves!(f16 bf16);
