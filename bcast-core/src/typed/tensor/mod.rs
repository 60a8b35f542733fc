//! Arrays with a shape in their type: owned, borrowed and mutably borrowed.
//!
//! All three lie in C order, one element after the other, so each is a slice with lengths, and can be had as one.

use alloc::vec::Vec;

use crate::typed::shape::Shape;
use layout::DenseLayout;

mod access;
mod axes;
mod compare;
mod construct;
mod convert;
mod debug;
mod layout;
#[cfg(feature = "ndarray")]
mod ndarray;
mod nested;
mod outer;
mod restate;
#[cfg(feature = "serde")]
mod serde;

pub use axes::{InsertAxis, LengthOne, RemoveAxis};
pub use layout::Indices;
pub use outer::Outermost;
pub use restate::{AxisRestatesAs, RestatesAs};

/// An array on the heap, of elements `T` and the shape `S`, in C order.
///
/// `S` says as much of the lengths as is known while compiling: a number, a name whose length is the same wherever it
/// occurs in one call, or nothing. Lengths that the type says are checked once, where the tensor is made, and never again.
///
/// ```
/// # use bcast_core as bcast;
/// use bcast::typed::{Len, Tensor, Unknown};
///
/// let table = Tensor::<_, (Len<2>, Len<3>)>::from_fn(|[row, column]| 10 * row + column);
/// assert_eq!(table[[1, 2]], 12);
/// assert_eq!(table, [[0, 1, 2], [10, 11, 12]]);
///
/// // As many rows as there happen to be, of 3 elements each.
/// let rows = Tensor::<_, (Unknown, Len<3>)>::from_vec_with([1, 3], vec![1.0, 2.0, 3.0])?;
/// assert_eq!(rows.shape(), [1, 3]);
/// # Ok::<(), bcast::typed::ShapeError>(())
/// ```
///
/// A name in a shape is a promise and no proof: two tensors can both say `Batch` and have 32 and 16 rows. Calls compare the
/// lengths of equal names; what is in memory is known from the tensor's own lengths alone.
///
/// Elements never lie on the stack, however large a static shape is; only [`from_nested`](Tensor::from_nested) and
/// [`into_nested`](Tensor::into_nested) pass them by value.
pub struct Tensor<T, S: Shape> {
    /// Invariant: as [`DenseLayout`] says, and it has as many elements as there are in `elements`.
    layout: DenseLayout<S>,
    elements: Vec<T>,
}

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

impl<T, S: Shape> Tensor<T, S> {
    /// # Safety
    /// The lengths must be those that `S::AXES` says, wherever it says one; those other than 0 multiply to at most
    /// `isize::MAX`; and all of them to `elements.len()`.
    #[inline]
    pub(crate) unsafe fn from_parts_unchecked(lengths: S::Lengths, elements: Vec<T>) -> Self {
        // SAFETY: the caller's promise is the one asked for.
        let layout = unsafe { DenseLayout::<S>::new_unchecked(lengths) };
        debug_assert!(DenseLayout::<S>::of_elements(lengths, elements.len()).is_ok());
        Self { layout, elements }
    }
}

macro_rules! parts {
    ($([$($lifetime:lifetime)?] $type:ty;)*) => {$(
        impl<$($lifetime,)? T, S: Shape> $type {
            /// The first element, the lengths and the strides: all within them is readable while `self` is borrowed.
            #[inline]
            pub(crate) fn parts(&self) -> (*const T, &[usize], &[isize]) {
                (self.elements.as_ptr(), self.layout.lengths().as_ref(), self.layout.strides().as_ref())
            }
        }
    )*};
}
parts! {
    [] Tensor<T, S>;
    ['a] TensorView<'a, T, S>;
    ['a] TensorViewMut<'a, T, S>;
}

macro_rules! parts_mut {
    ($([$($lifetime:lifetime)?] $type:ty;)*) => {$(
        impl<$($lifetime,)? T, S: Shape> $type {
            /// The first element, the lengths and the strides: all within them is writable while `self` is borrowed.
            #[inline]
            pub(crate) fn parts_mut(&mut self) -> (*mut T, &[usize], &[isize]) {
                (self.elements.as_mut_ptr(), self.layout.lengths().as_ref(), self.layout.strides().as_ref())
            }
        }
    )*};
}
parts_mut! {
    [] Tensor<T, S>;
    ['a] TensorViewMut<'a, T, S>;
}
