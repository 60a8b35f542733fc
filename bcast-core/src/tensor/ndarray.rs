//! Conversions from and to ndarray's arrays: shape and order are checked once, on the way in.

use alloc::vec::Vec;
use ndarray::{Array, ArrayBase, ArrayView, ArrayViewMut, Data, DataMut, Dimension};
use ndarray::{Ix0, Ix1, Ix2, Ix3, Ix4, Ix5, Ix6, IxDyn};

use super::layout::DenseLayout;
use super::{Tensor, TensorView, TensorViewMut};
use crate::shape::axes::Shape;
use crate::shape::axis::Axis;
use crate::tensor::error::{Cause, ShapeError};

/// The elements of an array in C order, moved only if they are in another order.
fn in_c_order<T, D: Dimension>(array: Array<T, D>) -> Vec<T> {
    if !array.is_standard_layout() {
        return array.into_iter().collect();
    }
    let count = array.len();
    // A sliced array keeps its whole memory.
    let (mut elements, first) = array.into_raw_vec_and_offset();
    let first = first.unwrap_or(0);
    elements.truncate(first + count);
    elements.drain(..first);
    elements
}

impl<T, S: Shape, D: Dimension> TryFrom<Array<T, D>> for Tensor<T, S> {
    type Error = ShapeError;

    /// The tensor of an array's elements, which are moved only if they are not in C order.
    ///
    /// # Errors
    /// If rank or lengths differ from the type's.
    fn try_from(array: Array<T, D>) -> Result<Self, ShapeError> {
        let layout = DenseLayout::<S>::of_slice(array.shape(), array.len())?;
        let elements = in_c_order(array);
        assert_eq!(elements.len(), layout.count(), "an array has as many elements as its shape");
        Ok(Self { layout, elements })
    }
}

macro_rules! from_borrowed {
    ($([$($generics:tt)*] $array:ty;)*) => {$(
        impl<$($generics)*, S: Shape, D: Dimension> TryFrom<$array> for Tensor<T, S> {
            type Error = ShapeError;

            /// A tensor of copies of an array's elements, in C order.
            ///
            /// ```
            /// # use bcast_core as bcast;
            /// use bcast::typed::{Len, Tensor, Unknown};
            /// use ndarray::array;
            ///
            /// let table = array![[1, 2, 3], [4, 5, 6]];
            /// let turned = Tensor::<_, (Unknown, Len<2>)>::try_from(table.t())?;
            /// assert_eq!(turned.as_slice(), [1, 4, 2, 5, 3, 6]);
            /// # Ok::<(), bcast::typed::ShapeError>(())
            /// ```
            ///
            /// # Errors
            /// If rank or lengths differ from the type's.
            fn try_from(array: $array) -> Result<Self, ShapeError> {
                Self::try_from(array.to_owned())
            }
        }
    )*};
}
from_borrowed! {
    [T: Clone] ArrayView<'_, T, D>;
    [T: Clone, Owner: Data<Elem = T>] &ArrayBase<Owner, D>;
}

macro_rules! from_views {
    ($([$($generics:tt)*] $array:ty => $view:ident, |$name:ident| $slice:expr;)*) => {$(
        impl<'a, $($generics)*, S: Shape, D: Dimension> TryFrom<$array> for $view<'a, T, S> {
            type Error = ShapeError;

            /// The view of the same elements.
            ///
            /// # Errors
            /// If rank or lengths differ from the type's, or the elements are not contiguous in C order.
            fn try_from($name: $array) -> Result<Self, ShapeError> {
                let layout = DenseLayout::<S>::of_slice($name.shape(), $name.len())?;
                if !$name.is_standard_layout() {
                    let strides = $name.strides().into();
                    return Err(ShapeError::new(S::AXES, $name.shape(), Cause::Order { strides }));
                }
                let elements = $slice.expect("a view in C order is a slice");
                assert_eq!(elements.len(), layout.count(), "a view has as many elements as its shape");
                Ok(Self { layout, elements })
            }
        }
    )*};
}
from_views! {
    [T] ArrayView<'a, T, D> => TensorView, |view| view.to_slice();
    [T, Owner: Data<Elem = T>] &'a ArrayBase<Owner, D> => TensorView, |array| array.as_slice();
    [T] ArrayViewMut<'a, T, D> => TensorViewMut, |view| view.into_slice();
    [T, Owner: DataMut<Elem = T>] &'a mut ArrayBase<Owner, D> => TensorViewMut, |array| array.as_slice_mut();
}

/// A shape as ndarray represents it. Panics if the rank differs from the type's.
pub(crate) fn dimension<D: Dimension>(shape: &[usize]) -> D {
    let mut dimension = D::zeros(shape.len());
    dimension.slice_mut().copy_from_slice(shape);
    dimension
}

/// The reason why ndarray's own checks cannot fail.
const FITS: &str = "a tensor's lengths multiply to the number of its elements";

impl<T, S: Shape> Tensor<T, S> {
    /// ndarray's array of the same elements; nothing is copied.
    ///
    /// ```
    /// # use bcast_core as bcast;
    /// use bcast::typed::{Len, Tensor};
    /// use ndarray::array;
    ///
    /// let table = Tensor::<_, (Len<2>, Len<2>)>::from_nested([[1, 2], [3, 4]]);
    /// assert_eq!(table.into_array(), array![[1, 2], [3, 4]]);
    /// ```
    #[must_use]
    pub fn into_array(self) -> Array<T, S::Rank> {
        Array::from_shape_vec(dimension::<S::Rank>(self.shape()), self.elements).expect(FITS)
    }
}

macro_rules! as_array {
    ([$($lifetime:lifetime)?] $borrow:lifetime $name:ident) => {
        impl<$($lifetime,)? T, S: Shape> $name<$($lifetime,)? T, S> {
            /// ndarray's view of the same elements.
            ///
            /// ```
            /// # use bcast_core as bcast;
            /// use bcast::typed::{Len, Tensor};
            /// use ndarray::array;
            ///
            /// let table = Tensor::<_, (Len<2>, Len<2>)>::from_nested([[1, 2], [3, 4]]);
            /// assert_eq!(table.as_array().dot(&array![1, 1]), array![3, 7]);
            /// ```
            #[must_use]
            pub fn as_array(&self) -> ArrayView<$borrow, T, S::Rank> {
                ArrayView::from_shape(dimension::<S::Rank>(self.shape()), self.as_slice()).expect(FITS)
            }
        }
    };
}
all_tensors!(as_array);

macro_rules! as_array_mut {
    ([$($lifetime:lifetime)?] $borrow:lifetime $name:ident) => {
        impl<$($lifetime,)? T, S: Shape> $name<$($lifetime,)? T, S> {
            /// ndarray's mutable view of the same elements.
            ///
            /// ```
            /// # use bcast_core as bcast;
            /// use bcast::typed::{Len, Tensor};
            /// use ndarray::{array, s};
            ///
            /// let mut table = Tensor::<_, (Len<2>, Len<2>)>::filled(0);
            /// table.as_array_mut().slice_mut(s![.., 1]).assign(&array![1, 2]);
            /// assert_eq!(table, [[0, 1], [0, 2]]);
            /// ```
            #[must_use]
            pub fn as_array_mut(&mut self) -> ArrayViewMut<'_, T, S::Rank> {
                let dimension = dimension::<S::Rank>(self.shape());
                ArrayViewMut::from_shape(dimension, &mut self.elements[..]).expect(FITS)
            }
        }
    };
}
writable_tensors!(as_array_mut);

macro_rules! into_arrays {
    ($([$($generic:tt)*] $shape:ty => $rank:ty;)*) => {$(
        impl<T, $($generic)*> From<Tensor<T, $shape>> for Array<T, $rank> {
            fn from(tensor: Tensor<T, $shape>) -> Self {
                Array::from_shape_vec(dimension::<$rank>(tensor.shape()), tensor.elements).expect(FITS)
            }
        }
        impl<'a, T, $($generic)*> From<TensorView<'a, T, $shape>> for ArrayView<'a, T, $rank> {
            fn from(view: TensorView<'a, T, $shape>) -> Self {
                ArrayView::from_shape(dimension::<$rank>(view.shape()), view.elements).expect(FITS)
            }
        }
        impl<'a, T, $($generic)*> From<TensorViewMut<'a, T, $shape>> for ArrayViewMut<'a, T, $rank> {
            fn from(view: TensorViewMut<'a, T, $shape>) -> Self {
                ArrayViewMut::from_shape(dimension::<$rank>(view.shape()), view.elements).expect(FITS)
            }
        }
    )*};
}
into_arrays! {
    [] () => Ix0;
    [A: Axis] (A,) => Ix1;
    [A: Axis, B: Axis] (A, B) => Ix2;
    [A: Axis, B: Axis, C: Axis] (A, B, C) => Ix3;
    [A: Axis, B: Axis, C: Axis, D: Axis] (A, B, C, D) => Ix4;
    [A: Axis, B: Axis, C: Axis, D: Axis, E: Axis] (A, B, C, D, E) => Ix5;
    [A: Axis, B: Axis, C: Axis, D: Axis, E: Axis, F: Axis] (A, B, C, D, E, F) => Ix6;
    [S: Shape] S => IxDyn;
}
