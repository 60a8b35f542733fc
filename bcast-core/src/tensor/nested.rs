//! Conversions between tensors of static shapes and nested arrays.

use super::layout::DenseLayout;
use super::*;
use crate::shape::axes::StaticShape;

// A nested array of shape `S` is `S::COUNT` elements `T`, contiguous in C order with the alignment of `T`: an array has
// the layout of its elements in sequence, and `StaticShape` is implemented in this crate only. A tensor's elements have
// the same layout, and by its fields' invariant there are `S::COUNT` of them.

impl<'a, T, S: StaticShape> TensorView<'a, T, S> {
    /// The view of a nested array.
    ///
    /// ```
    /// # use bcast_core as bcast;
    /// use bcast::typed::{Len, TensorView};
    ///
    /// let table = [[1, 2, 3], [4, 5, 6]];
    /// let view: TensorView<'_, _, (Len<2>, Len<3>)> = TensorView::from_nested(&table);
    /// assert_eq!(view.as_slice(), [1, 2, 3, 4, 5, 6]);
    /// ```
    #[inline]
    #[must_use]
    pub fn from_nested(nested: &'a S::Nested<T>) -> Self {
        // SAFETY: the array is `S::COUNT` elements (above), borrowed for `'a`.
        let elements = unsafe { core::slice::from_raw_parts(core::ptr::from_ref(nested).cast(), S::COUNT) };
        Self { layout: DenseLayout::KNOWN, elements }
    }
}

impl<'a, T, S: StaticShape> TensorViewMut<'a, T, S> {
    /// The mutable view of a nested array.
    ///
    /// ```
    /// # use bcast_core as bcast;
    /// use bcast::typed::{Len, TensorViewMut};
    ///
    /// let mut table = [[1, 2, 3], [4, 5, 6]];
    /// let mut view: TensorViewMut<'_, _, (Len<2>, Len<3>)> = TensorViewMut::from_nested(&mut table);
    /// view[[1, 1]] = 50;
    /// assert_eq!(table, [[1, 2, 3], [4, 50, 6]]);
    /// ```
    #[inline]
    #[must_use]
    pub fn from_nested(nested: &'a mut S::Nested<T>) -> Self {
        // SAFETY: the array is `S::COUNT` elements (above), borrowed mutably for `'a`.
        let elements = unsafe { core::slice::from_raw_parts_mut(core::ptr::from_mut(nested).cast(), S::COUNT) };
        Self { layout: DenseLayout::KNOWN, elements }
    }
}

macro_rules! as_nested {
    ([$($lifetime:lifetime)?] $borrow:lifetime $name:ident) => {
        impl<$($lifetime,)? T, S: StaticShape> $name<$($lifetime,)? T, S> {
            /// The elements as a nested array; nothing is copied.
            ///
            /// ```
            /// # use bcast_core as bcast;
            /// use bcast::typed::{Len, Tensor};
            ///
            /// let table = Tensor::<_, (Len<2>, Len<3>)>::from_fn(|[i, j]| i + j);
            /// let [_, last]: &[[usize; 3]; 2] = table.as_nested();
            /// assert_eq!(last, &[1, 2, 3]);
            /// ```
            #[inline]
            #[must_use]
            pub fn as_nested(&self) -> &$borrow S::Nested<T> {
                // SAFETY: the `S::COUNT` elements form such an array (above), borrowed for as long as the slice.
                unsafe { &*self.as_slice().as_ptr().cast() }
            }
        }
    };
}
all_tensors!(as_nested);

macro_rules! as_nested_mut {
    ([$($lifetime:lifetime)?] $borrow:lifetime $name:ident) => {
        impl<$($lifetime,)? T, S: StaticShape> $name<$($lifetime,)? T, S> {
            /// The elements as a mutable nested array; nothing is copied.
            ///
            /// ```
            /// # use bcast_core as bcast;
            /// use bcast::typed::{Len, Tensor};
            ///
            /// let mut table = Tensor::<_, (Len<2>, Len<3>)>::filled(0);
            /// table.as_nested_mut()[1] = [1, 2, 3];
            /// assert_eq!(table, [[0, 0, 0], [1, 2, 3]]);
            /// ```
            #[inline]
            #[must_use]
            pub fn as_nested_mut(&mut self) -> &mut S::Nested<T> {
                // SAFETY: the `S::COUNT` elements form such an array (above), borrowed mutably.
                unsafe { &mut *self.elements.as_mut_ptr().cast() }
            }
        }
    };
}
writable_tensors!(as_nested_mut);
