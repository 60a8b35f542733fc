//! The arrays of a kernel that step along a row; the others stretch.

use crate::plan::schedule::MAX_ARRAYS;
use crate::rules::list::each;

/// The arrays, in the order of the call, that step from element to element of a row; the others stand still.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mask {
    /// Every array steps.
    All,
    First,
    Second,
    FirstTwo,
    /// Every array, the output too, has a stride of its own, which the block has.
    Apart,
}

/// The stride of each array along a row, in elements.
pub(crate) type Strides = [usize; MAX_ARRAYS];

impl Mask {
    /// The masks besides [`Mask::All`] that a site with this many arrays has kernels for, if the instructions pay off.
    #[cfg(feature = "alloc")]
    pub(crate) fn of(arrays: usize) -> &'static [Mask] {
        match arrays {
            0 | 1 => &[],
            2 => &[Mask::First, Mask::Second],
            _ => &[Mask::First, Mask::FirstTwo],
        }
    }

    /// The arrays that step, one bit each.
    const fn stepping(self) -> u32 {
        match self {
            Mask::All | Mask::Apart => u32::MAX,
            Mask::First => 1,
            Mask::Second => 2,
            Mask::FirstTwo => 3,
        }
    }

    /// The arrays, among the first `arrays`, that stand still, one bit each.
    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) const fn standing(self, arrays: usize) -> u32 {
        !self.stepping() & ((1 << arrays) - 1)
    }

    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) const fn steps(self, array: usize) -> bool {
        self.stepping() >> array & 1 != 0
    }

    #[inline]
    pub(crate) const fn strides(self) -> &'static Strides {
        const ALL: &Strides = &strides(Mask::All);
        const FIRST: &Strides = &strides(Mask::First);
        const SECOND: &Strides = &strides(Mask::Second);
        const FIRST_TWO: &Strides = &strides(Mask::FirstTwo);
        match self {
            Mask::All | Mask::Apart => ALL,
            Mask::First => FIRST,
            Mask::Second => SECOND,
            Mask::FirstTwo => FIRST_TWO,
        }
    }
}

/// 1 for each array that steps, else 0.
const fn strides(mask: Mask) -> Strides {
    let mut strides = [0; MAX_ARRAYS];
    each!(array < MAX_ARRAYS, {
        strides[array] = (mask.stepping() >> array & 1) as usize;
    });
    strides
}
