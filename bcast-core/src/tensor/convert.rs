//! Conversions to other shapes of the same elements.

use super::layout::DenseLayout;
use super::*;
use crate::shape::axes::{Shape, StaticShape};
use crate::tensor::error::ShapeError;

macro_rules! reshape {
    ([$($lifetime:lifetime)?] $borrow:lifetime $name:ident) => {
        impl<$($lifetime,)? T, S: StaticShape> $name<$($lifetime,)? T, S> {
            /// The same elements in another static shape; nothing is copied.
            ///
            /// ```
            /// # use bcast_core as bcast;
            /// use bcast::typed::{Len, Tensor};
            ///
            /// let table = Tensor::<_, (Len<2>, Len<3>)>::from_nested([[1, 2, 3], [4, 5, 6]]);
            /// assert_eq!(table.reshape::<(Len<3>, Len<2>)>(), [[1, 2], [3, 4], [5, 6]]);
            /// ```
            ///
            /// The numbers of elements are compared while compiling. A difference shows at `cargo build`, not at `cargo
            /// check`:
            ///
            /// ```compile_fail,E0080
            /// # use bcast_core as bcast;
            /// use bcast::typed::{Len, Tensor};
            ///
            /// let table = Tensor::<_, (Len<2>, Len<3>)>::filled(0).reshape::<(Len<3>, Len<3>)>();
            /// ```
            #[inline]
            #[must_use]
            pub fn reshape<S2: StaticShape>(self) -> $name<$($lifetime,)? T, S2> {
                const { assert!(S::COUNT == S2::COUNT, "`reshape` to a shape of more or fewer elements") };
                $name { layout: DenseLayout::KNOWN, elements: self.elements }
            }
        }

        impl<$($lifetime,)? T, S: Shape> $name<$($lifetime,)? T, S> {
            /// The same elements in another shape of these lengths; nothing is copied.
            ///
            /// ```
            /// # use bcast_core as bcast;
            /// use bcast::typed::{Len, Tensor, Unknown};
            ///
            /// let x = Tensor::<_, (Unknown, Len<2>, Len<4>)>::filled_with([3, 2, 4], 1.0)?;
            /// let [batch, ..] = x.lengths();
            /// let flat = x.try_reshape::<(Unknown, Len<8>)>([batch, 8])?;
            /// assert_eq!(flat.shape(), [3, 8]);
            /// # Ok::<(), bcast::typed::ShapeError>(())
            /// ```
            ///
            /// # Errors
            /// If a length differs from the type's, or the lengths do not multiply to the number of elements.
            #[inline]
            pub fn try_reshape<S2: Shape>(self, lengths: S2::Lengths) -> Result<$name<$($lifetime,)? T, S2>, ShapeError> {
                Ok($name { layout: DenseLayout::of_elements(lengths, self.elements.len())?, elements: self.elements })
            }

            /// The same tensor with another type of the same rank, if its lengths fit that type; nothing is copied.
            ///
            /// This moves a length found at run time into the type, and turns a [`Len`](crate::typed::Len) that happens
            /// to be 1 into a [`One`](crate::typed::One), which may stretch. Types that add no lengths can use
            /// [`restate`](Self::restate).
            ///
            /// ```
            /// # use bcast_core as bcast;
            /// use bcast::typed::{Len, One, Tensor, Unknown};
            ///
            /// let loaded = Tensor::<_, (Unknown, Unknown)>::from_vec_with([1, 3], vec![1, 2, 3])?;
            /// let row = loaded.try_restate::<(One, Len<3>)>()?;
            /// assert_eq!(row, [[1, 2, 3]]);
            ///
            /// let error = row.try_restate::<(One, Len<4>)>().unwrap_err();
            /// assert_eq!(error.axis(), Some(1));
            /// # Ok::<(), bcast::typed::ShapeError>(())
            /// ```
            ///
            /// # Errors
            /// If a length differs from the new type's.
            #[inline]
            pub fn try_restate<S2: Shape<Lengths = S::Lengths>>(self) -> Result<$name<$($lifetime,)? T, S2>, ShapeError> {
                Ok($name { layout: DenseLayout::new(*self.layout.lengths())?, elements: self.elements })
            }
        }
    };
}
all_tensors!(reshape);
