//! The arrays of a kernel that step along a row; the others stretch.

use crate::plan::schedule::MAX_ARRAYS;

/// The arrays, in the order of the call, that stand still along a row, one bit each; the others step from element to element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mask(u32);

/// The stride of each array along a row, in elements.
pub(crate) type Strides = [usize; MAX_ARRAYS];

impl Mask {
    /// Every array steps.
    pub(crate) const ALL: Self = Mask(0);
    /// Every array, the output too, has a stride of its own, which the block has.
    pub(crate) const APART: Self = Mask(1 << MAX_ARRAYS);

    /// The masks besides [`Mask::ALL`] that a site has kernels for, if the instructions pay off; `ALL` stands for none. A bit of `values` is
    /// set for an array that is the value of a reduction.
    ///
    /// Values of reductions along rows stand still beside arrays that step. Of other arrays the first, the second or the first two step.
    pub(crate) const fn of(arrays: usize, values: u32) -> [Mask; 2] {
        let all = (1 << arrays) - 1;
        match (arrays, values) {
            (0 | 1, _) => [Mask::ALL; 2],
            (_, 1..) if values != all => [Mask(values), Mask::ALL],
            (2, _) => [Mask(0b10), Mask(0b01)],
            _ => [Mask(all & !0b1), Mask(all & !0b11)],
        }
    }

    /// The arrays that stand still, one bit each.
    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) const fn standing(self) -> u32 {
        self.0
    }

    #[inline]
    pub(crate) const fn steps(self, array: usize) -> bool {
        self.0 >> array & 1 == 0
    }

    /// 1 for each array that steps, else 0.
    pub(crate) const fn strides(self) -> Strides {
        let mut strides = [0; MAX_ARRAYS];
        let mut array = 0;
        while array < MAX_ARRAYS {
            strides[array] = (self.0 >> array & 1 == 0) as usize;
            array += 1;
        }
        strides
    }
}
