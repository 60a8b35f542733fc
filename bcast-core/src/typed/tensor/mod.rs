//! Arrays with a shape in their type: owned, borrowed and mutably borrowed.
//!
//! All three lie in C order, one element after the other, so each is a slice with lengths, and can be had as one.

use crate::typed::shape::Shape;
use layout::DenseLayout;

#[macro_use]
mod access;
#[macro_use]
mod axes;
#[macro_use]
mod compare;
mod construct;
#[macro_use]
mod convert;
#[macro_use]
mod debug;
mod layout;
#[cfg(feature = "ndarray")]
mod ndarray;
#[macro_use]
mod nested;
#[macro_use]
mod outer;
#[macro_use]
mod restate;
#[cfg(feature = "serde")]
mod serde;

pub use axes::{InsertAxis, LengthOne, RemoveAxis};
pub use layout::Indices;
pub use outer::Outermost;
#[cfg(feature = "alloc")]
pub use owned::Tensor;
pub use restate::{AxisRestatesAs, RestatesAs};

/// A borrowed array of elements `T` and the shape `S`, in C order: a slice with lengths.
///
/// ```
/// # use bcast_core as bcast;
/// use bcast::typed::{Len, TensorView};
///
/// let pixels = [1_u8, 2, 3, 4, 5, 6];
/// let image = TensorView::<_, (Len<2>, Len<3>)>::from_slice(&pixels)?;
/// assert_eq!(image[[1, 0]], 4);
/// # Ok::<(), bcast::typed::ShapeError>(())
/// ```
pub struct TensorView<'a, T, S: Shape> {
    /// Invariant: as [`DenseLayout`] says, and it has as many elements as there are in `elements`.
    layout: DenseLayout<S>,
    elements: &'a [T],
}

/// A mutably borrowed array of elements `T` and the shape `S`, in C order: a mutable slice with lengths.
///
/// ```
/// # use bcast_core as bcast;
/// use bcast::typed::{Len, TensorViewMut};
///
/// let mut pixels = [1_u8, 2, 3, 4, 5, 6];
/// let mut image = TensorViewMut::<_, (Len<2>, Len<3>)>::from_slice(&mut pixels)?;
/// image[[1, 0]] = 40;
/// assert_eq!(pixels, [1, 2, 3, 40, 5, 6]);
/// # Ok::<(), bcast::typed::ShapeError>(())
/// ```
pub struct TensorViewMut<'a, T, S: Shape> {
    /// Invariant: as [`DenseLayout`] says, and it has as many elements as there are in `elements`.
    layout: DenseLayout<S>,
    elements: &'a mut [T],
}

macro_rules! parts {
    ($([$($lifetime:lifetime)?] $type:ty;)*) => {$(
        impl<$($lifetime,)? T, S: Shape> $type {
            /// The first element and where the others lie: all of them are readable while `self` is borrowed.
            #[inline(always)]
            pub(crate) fn parts(&self) -> (*const T, crate::operand::Layout<'_>) {
                (self.elements.as_ptr(), self.layout.borrowed())
            }
        }
    )*};
}
parts! {
    ['a] TensorView<'a, T, S>;
    ['a] TensorViewMut<'a, T, S>;
}

macro_rules! parts_mut {
    ($([$($lifetime:lifetime)?] $type:ty;)*) => {$(
        impl<$($lifetime,)? T, S: Shape> $type {
            /// The first element and where the others lie: all of them are writable while `self` is borrowed.
            #[inline(always)]
            pub(crate) fn parts_mut(&mut self) -> (*mut T, crate::operand::Layout<'_>) {
                (self.elements.as_mut_ptr(), self.layout.borrowed())
            }
        }
    )*};
}
parts_mut! {
    ['a] TensorViewMut<'a, T, S>;
}

// After the macros above and those of the other files, which are for all three kinds of tensor.
#[cfg(feature = "alloc")]
mod owned;
#[cfg(feature = "alloc")]
mod reorder;
