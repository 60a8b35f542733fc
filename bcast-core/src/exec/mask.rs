//! Which arrays of a kernel step along a row, and which stand still: they stretch.

use crate::typed::schedule::MAX_ARRAYS;

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

impl Mask {
    /// The arrays that stand still, of the first so many: one bit an array.
    #[inline]
    pub(crate) fn standing(self, arrays: usize) -> u32 {
        let stepping = match self {
            Mask::All => u32::MAX,
            Mask::First => 1,
            Mask::Second => 2,
            Mask::FirstTwo => 3,
        };
        !stepping & ((1 << arrays) - 1)
    }

    /// Whether this array steps.
    pub(crate) fn steps(self, array: usize) -> bool {
        match self {
            Mask::All => true,
            Mask::First => array == 0,
            Mask::Second => array == 1,
            Mask::FirstTwo => array < 2,
        }
    }
}

/// The strides along a row of so many arrays, in elements.
pub(crate) type Strides = [usize; MAX_ARRAYS];

impl Mask {
    /// The strides of arrays that step as it says.
    #[inline]
    pub(crate) const fn strides(self) -> &'static Strides {
        const ALL: &Strides = &strides(0, MAX_ARRAYS);
        const FIRST: &Strides = &strides(0, 1);
        const SECOND: &Strides = &strides(1, 2);
        const FIRST_TWO: &Strides = &strides(0, 2);
        match self {
            Mask::All => ALL,
            Mask::First => FIRST,
            Mask::Second => SECOND,
            Mask::FirstTwo => FIRST_TWO,
        }
    }
}

/// 1 from one array to another, and 0 elsewhere.
const fn strides(mut from: usize, to: usize) -> Strides {
    let mut strides = [0; MAX_ARRAYS];
    while from < to {
        strides[from] = 1;
        from += 1;
    }
    strides
}
