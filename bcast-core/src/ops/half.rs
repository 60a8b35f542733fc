//! `f16` and `bf16` of the crate half: computed in `f32` and rounded once, which for one operation gives the nearest
//! value.

use half::{bf16, f16};

use super::arithmetic::Arithmetic;

/// Conversions without branches or processor detection, so that loops over them vectorise. They agree with those of the
/// crate half.
pub(super) trait Half {
    fn widen(self) -> f32;
    fn narrow(wide: f32) -> Self;
}

impl Half for f16 {
    #[inline(always)]
    fn widen(self) -> f32 {
        let bits = u32::from(self.to_bits());
        let (sign, size) = ((bits & 0x8000) << 16, (bits & 0x7fff) << 13);
        // The exponents of the two formats differ by 112; a product makes subnormal numbers normal.
        let scaled = (f32::from_bits(size) * f32::from_bits((127 + 112) << 23)).to_bits();
        // Infinities and NaN have the largest exponent in both.
        let size = if size >= 0x1f << 23 { size | 0xff << 23 } else { scaled };
        f32::from_bits(size | sign)
    }

    #[inline(always)]
    fn narrow(wide: f32) -> Self {
        let bits = wide.to_bits();
        let (sign, size) = (bits >> 16 & 0x8000, bits & 0x7fff_ffff);
        // Rounds to nearest, ties to even: adds half of the cut-off part, less a bit if the rest is even.
        let normal = size.wrapping_sub(112 << 23).wrapping_add(0xfff + (size >> 13 & 1)) >> 13;
        // A step at 1/2 is the least subnormal number, so the sum rounds to it.
        let subnormal = (f32::from_bits(size) + 0.5).to_bits().wrapping_sub(0.5_f32.to_bits());
        let rounded = if size < 113 << 23 { subnormal } else { normal };
        // From 65520 on the result is infinite.
        let finite = if size >= 0x477f_f000 { 0x7c00 } else { rounded };
        let nan = 0x7e00 | size >> 13 & 0x3ff;
        f16::from_bits((if size > 0xff << 23 { nan } else { finite } | sign) as u16)
    }
}

impl Half for bf16 {
    #[inline(always)]
    fn widen(self) -> f32 {
        f32::from_bits(u32::from(self.to_bits()) << 16)
    }

    #[inline(always)]
    fn narrow(wide: f32) -> Self {
        let bits = wide.to_bits();
        let rounded = bits.wrapping_add(0x7fff + (bits >> 16 & 1)) >> 16;
        let nan = bits >> 16 | 0x40;
        bf16::from_bits(if wide.is_nan() { nan } else { rounded } as u16)
    }
}

macro_rules! halves {
    ($($T:ident)*) => {$(
        impl Arithmetic for $T {
            halves!(@ add sub mul div python_div modulo fmod max min prelu);
        }
    )*};
    (@ $($name:ident)*) => {$(
        #[inline(always)]
        fn $name(self, other: Self) -> Self {
            Self::narrow(Arithmetic::$name(self.widen(), other.widen()))
        }
    )*};
}
halves!(f16 bf16);

#[cfg(test)]
mod tests {
    use half::{bf16, f16};

    use super::Half;

    /// Equal bits, or both NaN.
    fn alike(a: f32, b: f32) -> bool {
        a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan()
    }

    #[test]
    fn every_half_widens_as_in_the_crate_half() {
        for bits in 0..=u16::MAX {
            let (half, other) = (f16::from_bits(bits), bf16::from_bits(bits));
            assert!(alike(half.widen(), half.to_f32_const()), "{bits:x}");
            assert!(alike(other.widen(), other.to_f32_const()), "{bits:x}");
        }
    }

    #[test]
    fn numbers_around_every_half_are_rounded_as_in_the_crate_half() {
        for bits in 0..=u16::MAX {
            for exact in [f16::from_bits(bits).widen(), bf16::from_bits(bits).widen()] {
                // Every half, the midpoints between neighbours, and the numbers next to both.
                for distance in [0, 1, 0xfff, 0x1000, 0x1001, 0x7fff, 0x8000, 0x8001] {
                    let wide = f32::from_bits(exact.to_bits().wrapping_add(distance));
                    let (ours, theirs) = (f16::narrow(wide), f16::from_f32_const(wide));
                    assert!(ours.to_bits() == theirs.to_bits() || ours.is_nan() && theirs.is_nan(), "{wide:e}");
                    let (ours, theirs) = (bf16::narrow(wide), bf16::from_f32_const(wide));
                    assert!(ours.to_bits() == theirs.to_bits() || ours.is_nan() && theirs.is_nan(), "{wide:e}");
                }
            }
        }
    }
}
