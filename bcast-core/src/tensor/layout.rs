//! The layout of a tensor: lengths, and the strides of C order.

use crate::operand::entry::Layout;
use crate::shape::axes::{Shape, StaticShape, c_order};
use crate::shape::axis::AxisLength;
use crate::tensor::error::{Cause, ShapeError};

/// The lengths of a shape `S`, and the strides of its elements in C order.
///
/// Invariants, established by the constructors and relied on by unsafe code (fields are private to this file):
///
/// 1. The lengths agree with `S::AXES` where these are known.
/// 2. The lengths other than 0 multiply to at most `isize::MAX`.
/// 3. The strides are those of C order: each is the product of the lengths further in, 0 counting as 1.
pub(super) struct DenseLayout<S: Shape> {
    lengths: S::Lengths,
    strides: S::Strides,
}

impl<S: Shape> DenseLayout<S> {
    /// The layout of these lengths.
    #[inline]
    pub(super) fn new(lengths: S::Lengths) -> Result<Self, ShapeError> {
        // Ensures 1.
        if !agree(lengths.as_ref(), S::AXES) {
            return Err(ShapeError::new(S::AXES, lengths.as_ref(), Cause::Shape));
        }
        // Ensures 2.
        if !countable(lengths.as_ref()) {
            return Err(ShapeError::new(S::AXES, lengths.as_ref(), Cause::TooMany));
        }
        // SAFETY: 1 and 2 have just been checked.
        Ok(unsafe { Self::new_unchecked(lengths) })
    }

    /// The layout of these lengths, if it has this number of elements.
    #[inline]
    pub(super) fn of_elements(lengths: S::Lengths, elements: usize) -> Result<Self, ShapeError> {
        let layout = Self::new(lengths)?;
        match layout.count() == elements {
            true => Ok(layout),
            false => Err(ShapeError::new(S::AXES, lengths.as_ref(), Cause::Count { elements })),
        }
    }

    /// The layout of lengths in a slice, if it has this number of elements.
    pub(super) fn of_slice(shape: &[usize], elements: usize) -> Result<Self, ShapeError> {
        if shape.len() != S::RANK {
            return Err(ShapeError::new(S::AXES, shape, Cause::Shape));
        }
        let mut lengths = S::Lengths::default();
        lengths.as_mut().copy_from_slice(shape);
        Self::of_elements(lengths, elements)
    }

    /// # Safety
    /// The lengths must agree with `S::AXES` where these are known, and the lengths other than 0 must multiply to at
    /// most `isize::MAX`.
    #[inline]
    pub(super) unsafe fn new_unchecked(lengths: S::Lengths) -> Self {
        let mut strides = S::Strides::default();
        // Ensures 3. By 2 no product wraps.
        c_order(lengths.as_ref(), strides.as_mut());
        Self { lengths, strides }
    }

    /// The lengths, outermost first.
    #[inline]
    pub(super) fn lengths(&self) -> &S::Lengths {
        &self.lengths
    }

    /// The strides in elements.
    #[inline]
    pub(super) fn strides(&self) -> &S::Strides {
        &self.strides
    }

    /// The strides as operands store them.
    #[inline(always)]
    pub(super) fn borrowed(&self) -> Layout<'_> {
        Layout::Borrowed(self.lengths.as_ref(), self.strides.as_ref())
    }

    /// The number of elements.
    #[inline]
    pub(super) fn count(&self) -> usize {
        // The last factor may be the 0, so the product before it must not overflow, which 2 ensures.
        self.lengths.as_ref().iter().product()
    }

    /// The offset of the element at `index`, if there is one.
    #[inline]
    pub(super) fn offset(&self, index: &S::Lengths) -> Option<usize> {
        let mut offset = 0;
        for (&position, &length) in index.as_ref().iter().zip(self.lengths.as_ref()) {
            if position >= length {
                return None;
            }
            offset = offset * length + position;
        }
        Some(offset)
    }

    /// [`offset`](Self::offset).
    ///
    /// # Panics
    /// If the index is out of bounds.
    #[inline]
    #[track_caller]
    pub(super) fn offset_or_panic(&self, index: &S::Lengths) -> usize {
        match self.offset(index) {
            Some(offset) => offset,
            None => out_of_bounds(index.as_ref(), self.lengths.as_ref()),
        }
    }

    /// Every index in C order.
    #[inline]
    pub(super) fn indices(&self) -> Indices<S> {
        Indices { lengths: self.lengths, next: S::Lengths::default(), left: self.count() }
    }
}

impl<S: StaticShape> DenseLayout<S> {
    /// The layout of a static type.
    pub(super) const KNOWN: Self = {
        // Shapes of too many elements do not compile.
        _ = S::COUNT;
        // 1 and 3 hold for the type's own lengths and strides, 2 since `COUNT` compiled.
        Self { lengths: S::LENGTHS, strides: S::STRIDES }
    };

    /// The layout of a static type, if it has this number of elements.
    #[inline]
    pub(super) fn known_of_elements(elements: usize) -> Result<Self, ShapeError> {
        match S::COUNT == elements {
            true => Ok(Self::KNOWN),
            false => Err(ShapeError::new(S::AXES, S::LENGTHS.as_ref(), Cause::Count { elements })),
        }
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn out_of_bounds(index: &[usize], lengths: &[usize]) -> ! {
    let axis = index.iter().zip(lengths).position(|(position, length)| position >= length).unwrap_or_default();
    panic!("index {index:?} is out of bounds: axis {axis} has length {}, the index is {}", lengths[axis], index[axis])
}

/// True if lengths agree with a shape where its lengths are known.
#[inline]
fn agree(lengths: &[usize], axes: &[AxisLength]) -> bool {
    lengths.len() == axes.len()
        && lengths.iter().zip(axes).all(|(&length, axis)| axis.known().is_none_or(|known| known == length))
}

/// True if the lengths other than 0 multiply to at most `isize::MAX`.
#[inline]
fn countable(lengths: &[usize]) -> bool {
    let product = lengths.iter().try_fold(1_usize, |product, &length| product.checked_mul(length.max(1)));
    product.is_some_and(|product| product <= isize::MAX.cast_unsigned())
}

/// Panics if the lengths do not fit the axes or the number of elements, in builds with such checks; not generic, so it
/// is compiled once.
#[cfg(feature = "alloc")]
pub(super) fn debug_assert_describes(lengths: &[usize], axes: &[AxisLength], elements: usize) {
    let describes = || agree(lengths, axes) && countable(lengths) && lengths.iter().product::<usize>() == elements;
    debug_assert!(describes(), "the lengths are those of the elements");
}

/// Every index of a shape, the innermost axis moving fastest.
#[derive(Clone, Debug)]
pub struct Indices<S: Shape> {
    lengths: S::Lengths,
    next: S::Lengths,
    left: usize,
}

impl<S: Shape> Iterator for Indices<S> {
    type Item = S::Lengths;

    #[inline]
    fn next(&mut self) -> Option<S::Lengths> {
        self.left = self.left.checked_sub(1)?;
        let index = self.next;
        for (position, &length) in self.next.as_mut().iter_mut().zip(self.lengths.as_ref()).rev() {
            *position += 1;
            if *position < length {
                break;
            }
            *position = 0;
        }
        Some(index)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}
impl<S: Shape> ExactSizeIterator for Indices<S> {}
impl<S: Shape> core::iter::FusedIterator for Indices<S> {}
