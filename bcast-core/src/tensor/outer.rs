//! Iteration over the outermost axis: the images of a batch, the rows of a matrix.

use core::ops::Range;

use super::axes::with_axis;
use super::layout::DenseLayout;
use super::*;
use crate::shape::axes::Shape;
use crate::shape::axis::Axis;

/// Shapes with an outermost axis: all but that of rank 0.
#[diagnostic::on_unimplemented(message = "`{Self}` has no outermost axis", note = "its rank is 0")]
pub trait Outermost: Shape {
    /// The other axes.
    type Inner: Shape;
}

macro_rules! shapes {
    ($($($inner:ident)*;)*) => {$(
        impl<Outer: Axis, $($inner: Axis),*> Outermost for (Outer, $($inner,)*) {
            type Inner = ($($inner,)*);
        }
    )*};
}
shapes! {
    ;
    A;
    A B;
    A B C;
    A B C D;
    A B C D E;
    A B C D E F;
    A B C D E F G;
}

/// The layout of a position on the outermost axis, and its elements.
#[inline]
#[track_caller]
fn at<S: Outermost>(layout: &DenseLayout<S>, index: usize) -> (DenseLayout<S::Inner>, Range<usize>) {
    let length = layout.lengths().as_ref()[0];
    assert!(index < length, "index {index} is out of bounds: axis 0 has length {length}");
    let inner = with_axis(layout, 0);
    let size = inner.count();
    (inner, index * size..(index + 1) * size)
}

macro_rules! outer {
    ([$($lifetime:lifetime)?] $borrow:lifetime $name:ident) => {
        impl<$($lifetime,)? T, S: Outermost> $name<$($lifetime,)? T, S> {
            /// A view of position `index` of the outermost axis.
            ///
            /// ```
            /// # use bcast_core as bcast;
            /// use bcast::typed::{Len, Tensor};
            ///
            /// let table = Tensor::<_, (Len<2>, Len<3>)>::from_nested([[1, 2, 3], [4, 5, 6]]);
            /// assert_eq!(table.outer(1), [4, 5, 6]);
            /// ```
            ///
            /// # Panics
            /// If `index` is not below the length of axis 0.
            #[inline]
            #[must_use]
            #[track_caller]
            pub fn outer(&self, index: usize) -> TensorView<$borrow, T, S::Inner> {
                let (layout, elements) = at(&self.layout, index);
                TensorView { layout, elements: &self.elements[elements] }
            }

            /// A view for each position of the outermost axis.
            ///
            /// ```
            /// # use bcast_core as bcast;
            /// use bcast::typed::{Len, Tensor};
            ///
            /// let table = Tensor::<_, (Len<2>, Len<3>)>::from_nested([[1, 2, 3], [4, 5, 6]]);
            /// let sums: Vec<i32> = table.outer_iter().map(|row| row.iter().sum()).collect();
            /// assert_eq!(sums, [6, 15]);
            /// ```
            pub fn outer_iter(&self) -> impl ExactSizeIterator<Item = TensorView<$borrow, T, S::Inner>> + use<$borrow, T, S> {
                let layout = with_axis(&self.layout, 0);
                let (size, elements) = (layout.count(), &self.elements[..]);
                (0..self.shape()[0]).map(move |k| TensorView { layout, elements: &elements[k * size..][..size] })
            }
        }
    };
}
all_tensors!(outer);

macro_rules! outer_mut {
    ([$($lifetime:lifetime)?] $borrow:lifetime $name:ident) => {
        impl<$($lifetime,)? T, S: Outermost> $name<$($lifetime,)? T, S> {
            /// A mutable view of position `index` of the outermost axis.
            ///
            /// ```
            /// # use bcast_core as bcast;
            /// use bcast::typed::{Len, Tensor};
            ///
            /// let mut table = Tensor::<_, (Len<2>, Len<3>)>::filled(0);
            /// table.outer_mut(1).as_mut_slice().fill(7);
            /// assert_eq!(table, [[0, 0, 0], [7, 7, 7]]);
            /// ```
            ///
            /// # Panics
            /// If `index` is not below the length of axis 0.
            #[inline]
            #[must_use]
            #[track_caller]
            pub fn outer_mut(&mut self, index: usize) -> TensorViewMut<'_, T, S::Inner> {
                let (layout, elements) = at(&self.layout, index);
                TensorViewMut { layout, elements: &mut self.elements[elements] }
            }

            /// A mutable view for each position of the outermost axis.
            ///
            /// ```
            /// # use bcast_core as bcast;
            /// use bcast::typed::{Len, Tensor};
            ///
            /// let mut table = Tensor::<_, (Len<2>, Len<3>)>::filled(0);
            /// for (k, mut row) in table.outer_iter_mut().enumerate() {
            ///     row.as_mut_slice().fill(k);
            /// }
            /// assert_eq!(table, [[0, 0, 0], [1, 1, 1]]);
            /// ```
            pub fn outer_iter_mut(&mut self) -> impl ExactSizeIterator<Item = TensorViewMut<'_, T, S::Inner>> {
                let layout = with_axis(&self.layout, 0);
                let (size, count) = (layout.count(), self.shape()[0]);
                let mut rest = &mut self.elements[..];
                (0..count).map(move |_| {
                    let (elements, others) = core::mem::take(&mut rest).split_at_mut(size);
                    rest = others;
                    TensorViewMut { layout, elements }
                })
            }
        }
    };
}
writable_tensors!(outer_mut);
