//! Inserting and removing axes of length 1.

use super::layout::DenseLayout;
use super::*;
use crate::shape::axes::Shape;
use crate::shape::axis::{Axis, Len, One};

/// Shapes that can take another axis before axis `K`: those of rank 7 and below, for `K` up to the rank.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no place `{K}` for another axis",
    note = "an axis can be put in at 0 up to the rank, and the highest rank is 8"
)]
pub trait InsertAxis<const K: usize>: Shape {
    /// The shape with a [`One`] before axis `K`.
    type Output: Shape;
}

/// Shapes that have an axis `K`.
#[diagnostic::on_unimplemented(message = "`{Self}` has no axis `{K}`", note = "axes count from 0, the outermost")]
pub trait RemoveAxis<const K: usize>: Shape {
    /// The axis.
    type Axis: Axis;
    /// The shape without it.
    type Output: Shape;
}

/// An axis whose type has length 1.
#[diagnostic::on_unimplemented(
    message = "nothing says that an axis `{Self}` has length 1",
    label = "only an axis of length 1 can be taken away",
    note = "`try_restate` to a shape with `One` there checks it when the program runs"
)]
pub trait LengthOne: Axis {}
impl LengthOne for One {}
impl LengthOne for Len<1> {}

/// Implements both traits for each way to split the axes into outer and inner ones.
macro_rules! axis {
    ([$($outer:ident)*] [$($inner:ident)*] [$k:literal $($ks:literal)*]) => {
        impl<$($outer: Axis,)* $($inner: Axis),*> InsertAxis<$k> for ($($outer,)* $($inner,)*) {
            type Output = ($($outer,)* One, $($inner,)*);
        }
        impl<$($outer: Axis,)* Gone: Axis, $($inner: Axis),*> RemoveAxis<$k> for ($($outer,)* Gone, $($inner,)*) {
            type Axis = Gone;
            type Output = ($($outer,)* $($inner,)*);
        }
        axis!(@next [$($outer)*] [$($inner)*] [$($ks)*]);
    };
    (@next [$($outer:ident)*] [$head:ident $($inner:ident)*] $ks:tt) => {
        axis!([$($outer)* $head] [$($inner)*] $ks);
    };
    (@next [$($outer:ident)*] [] $ks:tt) => {};
}
axis!([] [] [0 1 2 3 4 5 6 7]);
axis!([] [A] [0 1 2 3 4 5 6 7]);
axis!([] [A B] [0 1 2 3 4 5 6 7]);
axis!([] [A B C] [0 1 2 3 4 5 6 7]);
axis!([] [A B C D] [0 1 2 3 4 5 6 7]);
axis!([] [A B C D E] [0 1 2 3 4 5 6 7]);
axis!([] [A B C D E F] [0 1 2 3 4 5 6 7]);
axis!([] [A B C D E F G] [0 1 2 3 4 5 6 7]);

/// The layout with a change of axes that keeps the elements' order.
pub(super) fn with_axis<S: Shape, S2: Shape>(layout: &DenseLayout<S>, axis: usize) -> DenseLayout<S2> {
    let old = layout.lengths().as_ref();
    let mut lengths = S2::Lengths::default();
    for (k, length) in lengths.as_mut().iter_mut().enumerate() {
        *length = match S2::RANK > S::RANK {
            true if k == axis => 1,
            true => old[k - usize::from(k > axis)],
            false => old[k + usize::from(k >= axis)],
        };
    }
    DenseLayout::new(lengths).expect("the other axes and their lengths are the same")
}

macro_rules! axes {
    ([$($lifetime:lifetime)?] $borrow:lifetime $name:ident) => {
        impl<$($lifetime,)? T, S: Shape> $name<$($lifetime,)? T, S> {
            /// The same elements with another axis of length 1, which becomes axis `K`; nothing is copied.
            ///
            /// ```
            /// # use bcast_core as bcast;
            /// use bcast::typed::{Len, Tensor};
            ///
            /// let row = Tensor::<_, (Len<3>,)>::from_nested([1, 2, 3]);
            /// assert_eq!(row.insert_axis::<1>(), [[1], [2], [3]]);
            /// ```
            #[inline]
            #[must_use]
            pub fn insert_axis<const K: usize>(self) -> $name<$($lifetime,)? T, <S as InsertAxis<K>>::Output>
            where
                S: InsertAxis<K>,
            {
                $name { layout: with_axis(&self.layout, K), elements: self.elements }
            }

            /// The same elements without axis `K`, whose type has length 1; nothing is copied.
            ///
            /// ```
            /// # use bcast_core as bcast;
            /// use bcast::typed::{Len, One, Tensor};
            ///
            /// let column = Tensor::<_, (Len<3>, One)>::from_nested([[1], [2], [3]]);
            /// assert_eq!(column.remove_axis::<1>(), [1, 2, 3]);
            /// ```
            #[inline]
            #[must_use]
            pub fn remove_axis<const K: usize>(self) -> $name<$($lifetime,)? T, <S as RemoveAxis<K>>::Output>
            where
                S: RemoveAxis<K, Axis: LengthOne>,
            {
                $name { layout: with_axis(&self.layout, K), elements: self.elements }
            }
        }
    };
}
all_tensors!(axes);
