//! Which arrays of a kernel step along a row, and which stand still: they stretch.

use crate::plan::schedule::MAX_ARRAYS;

/// Which arrays, in the order of the call, step from element to element of a row; the others stand still.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mask {
    /// Every array steps.
    All,
    /// Only the first one.
    First,
    /// Only the second one.
    Second,
    /// Only the first two.
    FirstTwo,
}

/// The strides along a row of so many arrays, in elements.
pub(crate) type Strides = [usize; MAX_ARRAYS];

impl Mask {
    /// The masks that a site with so many arrays has kernels for besides [`Mask::All`], where the instructions are worth it.
    #[cfg(feature = "alloc")]
    pub(crate) fn of(arrays: usize) -> &'static [Mask] {
        match arrays {
            0 | 1 => &[],
            2 => &[Mask::First, Mask::Second],
            _ => &[Mask::First, Mask::FirstTwo],
        }
    }

    /// The arrays that step: one bit an array.
    const fn stepping(self) -> u32 {
        match self {
            Mask::All => u32::MAX,
            Mask::First => 1,
            Mask::Second => 2,
            Mask::FirstTwo => 3,
        }
    }

    /// The arrays that stand still, of the first so many: one bit an array.
    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) const fn standing(self, arrays: usize) -> u32 {
        !self.stepping() & ((1 << arrays) - 1)
    }

    /// Whether this array steps.
    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) const fn steps(self, array: usize) -> bool {
        self.stepping() >> array & 1 != 0
    }

    /// The strides of arrays that step as it says.
    #[inline]
    pub(crate) const fn strides(self) -> &'static Strides {
        const ALL: &Strides = &strides(Mask::All);
        const FIRST: &Strides = &strides(Mask::First);
        const SECOND: &Strides = &strides(Mask::Second);
        const FIRST_TWO: &Strides = &strides(Mask::FirstTwo);
        match self {
            Mask::All => ALL,
            Mask::First => FIRST,
            Mask::Second => SECOND,
            Mask::FirstTwo => FIRST_TWO,
        }
    }
}

/// 1 for each array that steps.
const fn strides(mask: Mask) -> Strides {
    let mut strides = [0; MAX_ARRAYS];
    let mut array = 0;
    while array < MAX_ARRAYS {
        strides[array] = (mask.stepping() >> array & 1) as usize;
        array += 1;
    }
    strides
}
