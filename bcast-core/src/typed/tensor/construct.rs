//! Tensors from values, functions, vectors and slices.

use alloc::vec::Vec;

use super::layout::DenseLayout;
use super::{Tensor, TensorView, TensorViewMut};
use crate::typed::error::ShapeError;
use crate::typed::shape::{Shape, StaticShape};

impl<T, S: StaticShape> Tensor<T, S> {
    /// A tensor that has `value` everywhere.
    ///
    /// ```
    /// # use bcast_core as bcast;
    /// use bcast::typed::{Len, Tensor};
    ///
    /// let zeros = Tensor::<f32, (Len<2>, Len<3>)>::filled(0.0);
    /// assert_eq!(zeros, [[0.0; 3]; 2]);
    /// ```
    #[must_use]
    pub fn filled(value: T) -> Self
    where
        T: Clone,
    {
        Self { layout: DenseLayout::known(), elements: alloc::vec![value; S::COUNT] }
    }

    /// A tensor of what `element` gives for each index.
    ///
    /// Name the shape in the call, as here: the compiler must know it before it looks at the closure.
    ///
    /// ```
    /// # use bcast_core as bcast;
    /// use bcast::typed::{Len, Tensor};
    ///
    /// let eye = Tensor::<_, (Len<2>, Len<2>)>::from_fn(|[i, j]| if i == j { 1.0 } else { 0.0 });
    /// assert_eq!(eye, [[1.0, 0.0], [0.0, 1.0]]);
    /// ```
    #[must_use]
    pub fn from_fn(element: impl FnMut(S::Lengths) -> T) -> Self {
        let layout = DenseLayout::<S>::known();
        Self { layout, elements: layout.indices().map(element).collect() }
    }

    /// The tensor of these elements, in C order.
    ///
    /// ```
    /// # use bcast_core as bcast;
    /// use bcast::typed::{Len, Tensor};
    ///
    /// let table = Tensor::<_, (Len<2>, Len<3>)>::from_vec(vec![1, 2, 3, 4, 5, 6])?;
    /// assert_eq!(table, [[1, 2, 3], [4, 5, 6]]);
    /// # Ok::<(), bcast::typed::ShapeError>(())
    /// ```
    ///
    /// # Errors
    /// If there are more or fewer elements than the shape has.
    pub fn from_vec(elements: Vec<T>) -> Result<Self, ShapeError> {
        Ok(Self { layout: DenseLayout::known_of_elements(elements.len())?, elements })
    }
}

impl<T, S: Shape> Tensor<T, S> {
    /// A tensor of these lengths that has `value` everywhere.
    ///
    /// ```
    /// # use bcast_core as bcast;
    /// use bcast::typed::{Len, Tensor, Unknown};
    ///
    /// let batch = Tensor::<f32, (Unknown, Len<3>)>::filled_with([2, 3], 0.0)?;
    /// assert_eq!(batch.as_slice(), [0.0; 6]);
    /// # Ok::<(), bcast::typed::ShapeError>(())
    /// ```
    ///
    /// # Errors
    /// If a length is not the one that the type says, or there are too many elements to count.
    ///
    /// # Panics
    /// If the elements have more than `isize::MAX` bytes, as `vec![value; count]` does.
    pub fn filled_with(lengths: S::Lengths, value: T) -> Result<Self, ShapeError>
    where
        T: Clone,
    {
        let layout = DenseLayout::new(lengths)?;
        Ok(Self { layout, elements: alloc::vec![value; layout.count()] })
    }

    /// A tensor of these lengths, of what `element` gives for each index.
    ///
    /// ```
    /// # use bcast_core as bcast;
    /// use bcast::typed::{Len, Tensor, Unknown};
    ///
    /// let rows = Tensor::<_, (Unknown, Len<2>)>::from_fn_with([3, 2], |[i, j]| 10 * i + j)?;
    /// assert_eq!(rows.as_slice(), [0, 1, 10, 11, 20, 21]);
    /// # Ok::<(), bcast::typed::ShapeError>(())
    /// ```
    ///
    /// # Errors
    /// If a length is not the one that the type says, or there are too many elements to count; nothing has been called then.
    ///
    /// # Panics
    /// If the elements have more than `isize::MAX` bytes.
    pub fn from_fn_with(lengths: S::Lengths, element: impl FnMut(S::Lengths) -> T) -> Result<Self, ShapeError> {
        let layout = DenseLayout::<S>::new(lengths)?;
        Ok(Self { layout, elements: layout.indices().map(element).collect() })
    }

    /// The tensor of these lengths and elements, in C order; nothing is copied.
    ///
    /// ```
    /// # use bcast_core as bcast;
    /// use bcast::typed::{Len, Tensor, Unknown};
    ///
    /// let rows = Tensor::<_, (Unknown, Len<2>)>::from_vec_with([3, 2], vec![1, 2, 3, 4, 5, 6])?;
    /// assert_eq!(rows[[2, 0]], 5);
    ///
    /// let error = Tensor::<_, (Unknown, Len<2>)>::from_vec_with([3, 2], vec![1, 2, 3, 4]).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "\
    /// 4 elements do not fill shape (3, 2) of `shape![_, 2]`, which has 6
    /// help: so many fill shape (2, 2)"
    /// );
    /// # Ok::<(), bcast::typed::ShapeError>(())
    /// ```
    ///
    /// # Errors
    /// If a length is not the one that the type says, or the lengths do not multiply to the number of elements.
    pub fn from_vec_with(lengths: S::Lengths, elements: Vec<T>) -> Result<Self, ShapeError> {
        Ok(Self { layout: DenseLayout::of_elements(lengths, elements.len())?, elements })
    }
}

macro_rules! views {
    ($view:ident: $slice:ty, $slices:literal, $example:literal, $example_with:literal) => {
        impl<'a, T, S: StaticShape> $view<'a, T, S> {
            #[doc = concat!("The view of ", $slices, ", in C order.")]
            ///
            /// ```
            /// # use bcast_core as bcast;
            #[doc = $example]
            /// # Ok::<(), bcast::typed::ShapeError>(())
            /// ```
            ///
            /// # Errors
            /// If there are more or fewer elements than the shape has.
            #[inline]
            pub fn from_slice(elements: $slice) -> Result<Self, ShapeError> {
                Ok(Self { layout: DenseLayout::known_of_elements(elements.len())?, elements })
            }
        }

        impl<'a, T, S: Shape> $view<'a, T, S> {
            #[doc = concat!("The view of these lengths of ", $slices, ", in C order.")]
            ///
            /// ```
            /// # use bcast_core as bcast;
            #[doc = $example_with]
            /// # Ok::<(), bcast::typed::ShapeError>(())
            /// ```
            ///
            /// # Errors
            /// If a length is not the one that the type says, or the lengths do not multiply to the number of elements.
            #[inline]
            pub fn from_slice_with(lengths: S::Lengths, elements: $slice) -> Result<Self, ShapeError> {
                Ok(Self { layout: DenseLayout::of_elements(lengths, elements.len())?, elements })
            }
        }
    };
}
views!(
    TensorView: &'a [T],
    "a slice",
    "use bcast::typed::{Len, TensorView};

let view = TensorView::<_, (Len<2>, Len<2>)>::from_slice(&[1, 2, 3, 4])?;
assert_eq!(view[[1, 0]], 3);",
    "use bcast::typed::{Len, TensorView, Unknown};

let view = TensorView::<_, (Unknown, Len<2>)>::from_slice_with([2, 2], &[1, 2, 3, 4])?;
assert_eq!(view[[1, 0]], 3);"
);
views!(
    TensorViewMut: &'a mut [T],
    "a mutable slice",
    "use bcast::typed::{Len, TensorViewMut};

let mut elements = [1, 2, 3, 4];
TensorViewMut::<_, (Len<2>, Len<2>)>::from_slice(&mut elements)?[[1, 0]] = 30;
assert_eq!(elements, [1, 2, 30, 4]);",
    "use bcast::typed::{Len, TensorViewMut, Unknown};

let mut elements = [1, 2, 3, 4];
TensorViewMut::<_, (Unknown, Len<2>)>::from_slice_with([2, 2], &mut elements)?[[1, 0]] = 30;
assert_eq!(elements, [1, 2, 30, 4]);"
);

impl<T: Default, S: StaticShape> Default for Tensor<T, S> {
    /// A tensor of default values: zeros, if the elements are numbers.
    fn default() -> Self {
        Self::from_fn(|_| T::default())
    }
}

impl<T: Clone, S: Shape> Clone for Tensor<T, S> {
    fn clone(&self) -> Self {
        Self { layout: self.layout, elements: self.elements.clone() }
    }
}
impl<T, S: Shape> Clone for TensorView<'_, T, S> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}
impl<T, S: Shape> Copy for TensorView<'_, T, S> {}
