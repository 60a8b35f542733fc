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

/// A [`Mask`] as a type.
pub trait Steps {
    /// The strides along a row, in elements.
    const STRIDES: &'static [isize; MAX_ARRAYS];
}

macro_rules! masks {
    ($($name:ident)*) => {$(
        /// See [`Mask`].
        pub struct $name;
        impl Steps for $name {
            const STRIDES: &'static [isize; MAX_ARRAYS] = &strides(Mask::$name);
        }
    )*};
}
masks!(All First Second FirstTwo);

const fn strides(mask: Mask) -> [isize; MAX_ARRAYS] {
    let (from, to) = match mask {
        Mask::All => (0, MAX_ARRAYS),
        Mask::First => (0, 1),
        Mask::Second => (1, 2),
        Mask::FirstTwo => (0, 2),
    };
    let mut strides = [0; MAX_ARRAYS];
    let mut array = from;
    while array < to {
        strides[array] = 1;
        array += 1;
    }
    strides
}
