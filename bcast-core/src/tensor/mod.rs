//! Arrays with a shape in their type: owned, borrowed and mutably borrowed.
//!
//! All three are contiguous in C order: a slice with lengths, which they can be converted to.

use crate::operand::accepted::acceptable;
use crate::operand::entry::{AsOperand, View};
use crate::operand::family::OneTensor;
use crate::operand::nested::ShapeInType;
use crate::operand::place::{AsPlace, PlaceView};
use crate::operand::receiver::kinds;
use crate::shape::axes::{KnownRank, Shape};
use crate::shape::unit::Unit;
use layout::DenseLayout;

/// Calls a macro with each type: the lifetime of its elements, that of what its methods lend, and its name.
macro_rules! all_tensors {
    ($of:ident) => {
        $of!(['a] 'a TensorView);
        writable_tensors!($of);
    };
}
/// The same with the types whose elements can be written.
macro_rules! writable_tensors {
    ($of:ident) => {
        $of!(['a] '_ TensorViewMut);
        #[cfg(feature = "alloc")]
        $of!([] '_ Tensor);
    };
}

mod access;
mod axes;
mod compare;
mod construct;
mod convert;
mod debug;
pub(crate) mod error;
mod layout;
#[cfg(feature = "ndarray")]
pub(crate) mod ndarray;
mod nested;
mod outer;
#[cfg(feature = "alloc")]
mod owned;
#[cfg(feature = "alloc")]
mod reorder;
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
    /// Invariant: that of [`DenseLayout`], and `elements` has the layout's number of elements.
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
    /// Invariant: that of [`DenseLayout`], and `elements` has the layout's number of elements.
    layout: DenseLayout<S>,
    elements: &'a mut [T],
}

kinds! {
    /// A tensor's kind for the macro; `V` is its type.
    IsTensor<V>;
}
acceptable! {
    [V] IsTensor<V>;
}

macro_rules! operands {
    ([$($lifetime:lifetime)?] $borrow:lifetime $name:ident) => {
        impl<$($lifetime,)? T, S: Shape> AsOperand for $name<$($lifetime,)? T, S> {
            type Elem = T;
            type Family = OneTensor<S::List>;
            type Rank = S::Rank;
            #[inline]
            fn view(&self) -> View<'_, T, Self::Family, S::Rank> {
                IsTensor::<Self>::UNIT.bind(self)
            }
        }
        // Resolves before the methods for arrays of all kinds are tried.
        impl<$($lifetime,)? T: Copy, S: Shape<Rank: KnownRank>> ShapeInType for $name<$($lifetime,)? T, S> {
            type Kind = IsTensor<Self>;
        }
        impl<$($lifetime,)? T, S: Shape> IsTensor<$name<$($lifetime,)? T, S>> {
            /// Borrows the tensor as a view.
            #[inline(always)]
            pub fn bind<'v>(self, value: &'v $name<$($lifetime,)? T, S>) -> View<'v, T, OneTensor<S::List>, S::Rank> {
                // SAFETY: a tensor's elements are contiguous in C order, as many as its lengths and strides cover, and
                // the lengths agree with `S`.
                unsafe { View::new(value.elements.as_ptr(), value.layout.borrowed()) }
            }
        }
    };
}
all_tensors!(operands);

macro_rules! places {
    ([$($lifetime:lifetime)?] $borrow:lifetime $name:ident) => {
        #[diagnostic::do_not_recommend]
        impl<$($lifetime,)? T, S: Shape> AsPlace for $name<$($lifetime,)? T, S> {
            type Elem = T;
            type Family = OneTensor<S::List>;
            type Rank = S::Rank;
            #[inline]
            fn place(&mut self) -> PlaceView<'_, T, Self::Family, S::Rank> {
                // SAFETY: as for operands; the tensor is borrowed mutably.
                unsafe { PlaceView::new(self.elements.as_mut_ptr(), self.layout.borrowed()) }
            }
        }
    };
}
writable_tensors!(places);
