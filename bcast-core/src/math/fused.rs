//! Products and sums with a single rounding, where the processor has the instruction.
//!
//! The instruction set belongs to the kernel that a function is inlined into, and the function can't query it. So each
//! kernel passes it as a constant, which the element expression hands to the functions of this module; inlining removes
//! the code for other kernels.

/// A flag that is set if the calling kernel is compiled with fused multiply-adds.
#[derive(Clone, Copy, Debug)]
pub struct Fused(bool);

impl Fused {
    pub(crate) const NO: Self = Fused(false);

    /// True with fused multiply-adds. Results are correct either way, but slow without the instruction.
    #[inline(always)]
    pub const fn when(is_fused: bool) -> Self {
        Fused(is_fused)
    }

    #[inline(always)]
    pub(super) const fn is_fused(self) -> bool {
        self.0
    }
}

/// A format with fused multiply-adds.
pub trait MulAdd: Copy + core::ops::Mul<Output = Self> + core::ops::Add<Output = Self> {
    /// `self * factor + summand`, rounded once.
    fn fused(self, factor: Self, summand: Self) -> Self;
}

macro_rules! formats {
    ($($T:ident)*) => {$(
        impl MulAdd for $T {
            #[inline(always)]
            fn fused(self, factor: $T, summand: $T) -> $T {
                #[cfg(feature = "std")]
                return self.mul_add(factor, summand);
                // Without std, kernels use only the target's own instruction set.
                #[cfg(not(feature = "std"))]
                return self * factor + summand;
            }
        }
    )*};
}
formats!(f32 f64);

/// `a * b + c`, rounded once if `FUSED`, twice otherwise.
#[inline(always)]
pub(crate) fn mul_add<T: MulAdd, const FUSED: bool>(a: T, b: T, c: T) -> T {
    if FUSED { a.fused(b, c) } else { a * b + c }
}
