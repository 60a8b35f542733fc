//! Products and sums in one rounding, where that is an instruction.
//!
//! An instruction set is a property of the kernel that a function is inlined into, and nothing in the function tells which one it is.
//! So each kernel says it as a constant, which the element expression hands on to every function of this module; what is for the other
//! kernels falls away when the function is inlined.

/// Whether the kernel that asks is compiled for a processor with fused multiply-adds.
#[derive(Clone, Copy, Debug)]
pub struct Fused(bool);

impl Fused {
    pub(crate) const NO: Self = Fused(false);

    /// As [`Fused`] says. Results are right either way; without the instruction they take long.
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
                // Without std no kernel is for an instruction set beyond the target's own.
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
