//! Views made from slices.

use super::layout::DenseLayout;
use super::{TensorView, TensorViewMut};
use crate::shape::axes::{Shape, StaticShape};
use crate::shape::unit::copied;
use crate::tensor::error::ShapeError;

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
            /// If a length differs from the type's, or the lengths do not multiply to the number of elements.
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

copied! {
    [T, S: Shape] TensorView<'_, T, S>;
    [S: Shape] DenseLayout<S>;
}
