//! Arrays with a shape in their type: owned, borrowed and mutably borrowed.
//!
//! All three are contiguous in C order: a slice with lengths, which they can be converted to.

use core::marker::PhantomData;

use crate::operand::accepted::acceptable;
use crate::operand::entry::{AsOperand, View};
use crate::operand::family::OneTensor;
use crate::operand::nested::ShapeInType;
use crate::operand::place::{AsPlace, PlaceView};
use crate::shape::axes::{KnownRank, Shape};
use crate::shape::unit::units;
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
pub(crate) mod error;
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

/// A tensor's kind for the macro; `V` is its type.
pub struct IsTensor<V>(PhantomData<fn(&V)>);
units! { [V] IsTensor<V> = Self(PhantomData); }
acceptable! {
    [V] IsTensor<V>;
}
impl<V> IsTensor<V> {
    /// A tensor has no nested axes to walk.
    #[inline(always)]
    pub fn __bcast_step(self) -> Self {
        self
    }
}

macro_rules! operands {
    ($([$($lifetime:lifetime)?] $type:ty;)*) => {$(
        impl<$($lifetime,)? T, S: Shape> AsOperand for $type {
            type Elem = T;
            type Family = OneTensor<S::List>;
            type Rank = S::Rank;
            #[inline]
            fn view(&self) -> View<'_, T, Self::Family, S::Rank> {
                IsTensor::<Self>(PhantomData).bind(self)
            }
        }
        // Resolves before the methods for arrays of all kinds are tried.
        impl<$($lifetime,)? T: Copy, S: Shape<Rank: KnownRank>> ShapeInType for $type {
            type Kind = IsTensor<Self>;
        }
        impl<$($lifetime,)? T, S: Shape> IsTensor<$type> {
            /// Borrows the tensor as a view.
            #[inline(always)]
            pub fn bind<'v>(self, value: &'v $type) -> View<'v, T, OneTensor<S::List>, S::Rank> {
                // SAFETY: a tensor's elements are contiguous in C order, as many as its lengths and strides cover, and
                // the lengths agree with `S`.
                unsafe { View::new(value.elements.as_ptr(), value.layout.borrowed()) }
            }
        }
    )*};
}
operands! {
    ['a] TensorView<'a, T, S>;
    ['a] TensorViewMut<'a, T, S>;
}

macro_rules! places {
    ($([$($lifetime:lifetime)?] $type:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($lifetime,)? T, S: Shape> AsPlace for $type {
            type Elem = T;
            type Family = OneTensor<S::List>;
            type Rank = S::Rank;
            #[inline]
            fn place(&mut self) -> PlaceView<'_, T, Self::Family, S::Rank> {
                // SAFETY: as for operands; the tensor is borrowed mutably.
                unsafe { PlaceView::new(self.elements.as_mut_ptr(), self.layout.borrowed()) }
            }
        }
    )*};
}
places! {
    ['a] TensorViewMut<'a, T, S>;
}

// The modules follow the macros that they use for all three types.
#[cfg(feature = "alloc")]
mod owned;
#[cfg(feature = "alloc")]
mod reorder;
