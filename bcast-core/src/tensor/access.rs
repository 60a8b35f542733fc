//! Access to lengths and elements.

use core::ops::{Index, IndexMut};
use core::slice;

use super::layout::Indices;
use super::*;
use crate::shape::axes::Shape;

/// Methods of all three tensor types. What a view returns lives as long as the view's borrow, not only as long as the view.
macro_rules! reading {
    ([$($lifetime:lifetime)?] $borrow:lifetime $name:ident) => {
        impl<$($lifetime,)? T, S: Shape> $name<$($lifetime,)? T, S> {
            /// The lengths of the axes, outermost first.
            ///
            /// ```
            /// # use bcast_core as bcast;
            /// use bcast::typed::{Len, Tensor};
            ///
            /// assert_eq!(Tensor::<_, (Len<2>, Len<3>)>::filled(0.0).shape(), [2, 3]);
            /// ```
            #[inline]
            #[must_use]
            pub fn shape(&self) -> &[usize] {
                self.layout.lengths().as_ref()
            }

            /// The lengths of the axes as an array, outermost first.
            ///
            /// ```
            /// # use bcast_core as bcast;
            /// use bcast::typed::{Len, Tensor, Unknown};
            ///
            /// let x = Tensor::<_, (Unknown, Len<3>)>::filled_with([8, 3], 0.0)?;
            /// let [batch, _] = x.lengths();
            /// assert_eq!(batch, 8);
            /// # Ok::<(), bcast::typed::ShapeError>(())
            /// ```
            #[inline]
            #[must_use]
            pub fn lengths(&self) -> S::Lengths {
                *self.layout.lengths()
            }

            /// The number of elements.
            #[inline]
            #[must_use]
            pub fn len(&self) -> usize {
                self.elements.len()
            }

            /// Returns true if there are no elements: some length is 0.
            #[inline]
            #[must_use]
            pub fn is_empty(&self) -> bool {
                self.elements.is_empty()
            }

            /// The element at `index`, if there is one.
            ///
            /// ```
            /// # use bcast_core as bcast;
            /// use bcast::typed::{Len, Tensor};
            ///
            /// let table = Tensor::<_, (Len<2>, Len<3>)>::from_nested([[1, 2, 3], [4, 5, 6]]);
            /// assert_eq!(table.get([1, 2]), Some(&6));
            /// assert_eq!(table.get([2, 0]), None);
            /// ```
            #[inline]
            #[must_use]
            pub fn get(&self, index: S::Lengths) -> Option<&$borrow T> {
                self.elements.get(self.layout.offset(&index)?)
            }

            /// The elements in C order.
            #[inline]
            #[must_use]
            pub fn as_slice(&self) -> &$borrow [T] {
                &self.elements[..]
            }

            /// The elements in C order.
            #[inline]
            pub fn iter(&self) -> slice::Iter<$borrow, T> {
                self.elements.iter()
            }

            /// A view of the whole.
            #[inline]
            #[must_use]
            pub fn view(&self) -> TensorView<$borrow, T, S> {
                TensorView { layout: self.layout, elements: self.as_slice() }
            }

            /// Every index with its element, in C order.
            ///
            /// ```
            /// # use bcast_core as bcast;
            /// use bcast::typed::{Len, Tensor};
            ///
            /// let table = Tensor::<_, (Len<2>, Len<2>)>::from_nested([[1, 7], [4, 5]]);
            /// let largest = table.indexed_iter().max_by_key(|&(_, element)| element);
            /// assert_eq!(largest, Some(([0, 1], &7)));
            /// ```
            pub fn indexed_iter(&self) -> impl ExactSizeIterator<Item = (S::Lengths, &$borrow T)> + use<$borrow, T, S> {
                self.indices().zip(self.elements.iter())
            }

            /// Every index in C order.
            #[inline]
            #[must_use]
            pub fn indices(&self) -> Indices<S> {
                self.layout.indices()
            }
        }

        impl<$($lifetime,)? T, S: Shape> Index<S::Lengths> for $name<$($lifetime,)? T, S> {
            type Output = T;

            /// The element at `index`.
            ///
            /// # Panics
            /// If the index is out of bounds, with the axis and its length.
            #[inline]
            #[track_caller]
            fn index(&self, index: S::Lengths) -> &T {
                &self.elements[self.layout.offset_or_panic(&index)]
            }
        }
    };
}
all_tensors!(reading);

macro_rules! writing {
    ([$($lifetime:lifetime)?] $borrow:lifetime $name:ident) => {
        impl<$($lifetime,)? T, S: Shape> $name<$($lifetime,)? T, S> {
            /// The element at `index`, mutably, if there is one.
            #[inline]
            #[must_use]
            pub fn get_mut(&mut self, index: S::Lengths) -> Option<&mut T> {
                self.elements.get_mut(self.layout.offset(&index)?)
            }

            /// The elements in C order, mutably.
            ///
            /// ```
            /// # use bcast_core as bcast;
            /// use bcast::typed::{Len, Tensor};
            ///
            /// let mut table = Tensor::<_, (Len<2>, Len<2>)>::filled(0);
            /// table.as_mut_slice()[2..].fill(1);
            /// assert_eq!(table, [[0, 0], [1, 1]]);
            /// ```
            #[inline]
            #[must_use]
            pub fn as_mut_slice(&mut self) -> &mut [T] {
                &mut self.elements
            }

            /// The elements in C order, mutably.
            #[inline]
            pub fn iter_mut(&mut self) -> slice::IterMut<'_, T> {
                self.elements.iter_mut()
            }

            /// Every index with its element, mutably, in C order.
            pub fn indexed_iter_mut(&mut self) -> impl ExactSizeIterator<Item = (S::Lengths, &mut T)> {
                self.layout.indices().zip(self.elements.iter_mut())
            }

            /// A mutable view of the whole.
            ///
            /// ```
            /// # use bcast_core as bcast;
            /// use bcast::typed::{Len, Tensor, TensorViewMut};
            ///
            /// fn zero_diagonal<const N: usize>(mut matrix: TensorViewMut<'_, f32, (Len<N>, Len<N>)>) {
            ///     (0..N).for_each(|i| matrix[[i, i]] = 0.0);
            /// }
            ///
            /// let mut matrix = Tensor::filled(1.0);
            /// zero_diagonal::<2>(matrix.view_mut());
            /// assert_eq!(matrix, [[0.0, 1.0], [1.0, 0.0]]);
            /// ```
            #[inline]
            #[must_use]
            pub fn view_mut(&mut self) -> TensorViewMut<'_, T, S> {
                TensorViewMut { layout: self.layout, elements: &mut self.elements }
            }
        }

        impl<$($lifetime,)? T, S: Shape> IndexMut<S::Lengths> for $name<$($lifetime,)? T, S> {
            #[inline]
            #[track_caller]
            fn index_mut(&mut self, index: S::Lengths) -> &mut T {
                &mut self.elements[self.layout.offset_or_panic(&index)]
            }
        }
    };
}
writable_tensors!(writing);

impl<'a, T, S: Shape> TensorViewMut<'a, T, S> {
    /// The elements in C order, for as long as the view's borrow.
    #[inline]
    #[must_use]
    pub fn into_slice(self) -> &'a mut [T] {
        self.elements
    }
}

/// Implements `IntoIterator`; each line is a type, what it iterates over, the iterator, and the method that makes it.
macro_rules! iterators {
    ($($(#[$cfg:meta])* [$($lifetime:lifetime)*] $of:ty: $item:ty, $iterator:ty, $elements:ident;)*) => {$(
        $(#[$cfg])*
        impl<$($lifetime,)* T, S: Shape> IntoIterator for $of {
            type Item = $item;
            type IntoIter = $iterator;
            #[inline]
            fn into_iter(self) -> $iterator {
                self.elements.$elements()
            }
        }
    )*};
}
iterators! {
    ['a] TensorView<'a, T, S>: &'a T, slice::Iter<'a, T>, iter;
    ['a] &TensorView<'a, T, S>: &'a T, slice::Iter<'a, T>, iter;
    ['a] TensorViewMut<'a, T, S>: &'a mut T, slice::IterMut<'a, T>, iter_mut;
    ['t 'a] &'t TensorViewMut<'a, T, S>: &'t T, slice::Iter<'t, T>, iter;
    ['t 'a] &'t mut TensorViewMut<'a, T, S>: &'t mut T, slice::IterMut<'t, T>, iter_mut;
    #[cfg(feature = "alloc")]
    [] Tensor<T, S>: T, alloc::vec::IntoIter<T>, into_iter;
    #[cfg(feature = "alloc")]
    ['t] &'t Tensor<T, S>: &'t T, slice::Iter<'t, T>, iter;
    #[cfg(feature = "alloc")]
    ['t] &'t mut Tensor<T, S>: &'t mut T, slice::IterMut<'t, T>, iter_mut;
}
