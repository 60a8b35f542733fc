//! The same elements in another shape, and the axes in another order.

use alloc::vec::Vec;

use super::layout::DenseLayout;
use super::{Tensor, TensorView, TensorViewMut};
use crate::typed::error::ShapeError;
use crate::typed::shape::{MAX_RANK, Shape, StaticShape};

macro_rules! reshape {
    ($([$($lifetime:lifetime)?] $name:ident, $type:ty => $of_other:ty;)*) => {$(
        impl<$($lifetime,)? T, S: StaticShape> $type {
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
            /// That both shapes have as many elements is checked while compiling. It shows at `cargo build`, not at
            /// `cargo check`:
            ///
            /// ```compile_fail,E0080
            /// # use bcast_core as bcast;
            /// use bcast::typed::{Len, Tensor};
            ///
            /// let table = Tensor::<_, (Len<2>, Len<3>)>::filled(0).reshape::<(Len<3>, Len<3>)>();
            /// ```
            #[inline]
            #[must_use]
            pub fn reshape<S2: StaticShape>(self) -> $of_other {
                const { assert!(S::COUNT == S2::COUNT, "`reshape` to a shape of more or fewer elements") };
                $name { layout: DenseLayout::known(), elements: self.elements }
            }
        }

        impl<$($lifetime,)? T, S: Shape> $type {
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
            /// If a length is not the one that the type says, or the lengths do not multiply to the number of elements.
            #[inline]
            pub fn try_reshape<S2: Shape>(self, lengths: S2::Lengths) -> Result<$of_other, ShapeError> {
                Ok($name { layout: DenseLayout::of_elements(lengths, self.elements.len())?, elements: self.elements })
            }

            /// The same tensor with another type of the same rank, if its lengths are those that the type says; nothing
            /// is copied.
            ///
            /// This is how a length that was found at run time gets into the type, and how a [`Len`](crate::typed::Len)
            /// that happens to be 1 becomes a [`One`](crate::typed::One), which may stretch.
            /// [`restate`](Self::restate) is for types that say nothing new.
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
            /// If a length is not the one that the new type says.
            #[inline]
            pub fn try_restate<S2: Shape<Lengths = S::Lengths>>(self) -> Result<$of_other, ShapeError> {
                Ok($name { layout: DenseLayout::new(*self.layout.lengths())?, elements: self.elements })
            }

            /// A tensor with the axes in the opposite order, in C order again: the elements are cloned.
            ///
            /// ```
            /// # use bcast_core as bcast;
            /// use bcast::typed::{Len, Tensor};
            ///
            /// let table = Tensor::<_, (Len<2>, Len<3>)>::from_nested([[1, 2, 3], [4, 5, 6]]);
            /// assert_eq!(table.transpose(), [[1, 4], [2, 5], [3, 6]]);
            /// ```
            #[must_use]
            pub fn transpose(&self) -> Tensor<T, S::Reversed>
            where
                T: Clone,
            {
                let mut axes = [0; MAX_RANK];
                (0..S::RANK).for_each(|axis| axes[axis] = S::RANK - 1 - axis);
                permuted(&self.layout, &self.elements, &axes[..S::RANK])
                    .expect("the lengths in the opposite order are those of the axes in the opposite order")
            }

            /// A tensor whose axis `k` is axis `axes[k]` of this one, in C order again: the elements are cloned.
            ///
            /// ```
            /// # use bcast_core as bcast;
            /// use bcast::typed::{Len, Tensor, Unknown};
            ///
            /// // Channels last to channels first.
            /// let nhwc = Tensor::<f32, (Unknown, Len<4>, Len<5>, Len<3>)>::filled_with([2, 4, 5, 3], 0.0)?;
            /// let nchw = nhwc.permuted_axes::<(Unknown, Len<3>, Len<4>, Len<5>)>([0, 3, 1, 2])?;
            /// assert_eq!(nchw.shape(), [2, 3, 4, 5]);
            /// # Ok::<(), bcast::typed::ShapeError>(())
            /// ```
            ///
            /// # Errors
            /// If `axes` does not have each axis once, or a length is not the one that the new type says.
            pub fn permuted_axes<S2>(&self, axes: S::Lengths) -> Result<Tensor<T, S2>, ShapeError>
            where
                S2: Shape<Lengths = S::Lengths>,
                T: Clone,
            {
                let (axes, rank) = (axes.as_ref(), S::RANK);
                let each_once = (0..rank).all(|axis| axes.contains(&axis));
                if !each_once {
                    return Err(ShapeError::not_a_permutation(S::AXES, self.shape(), axes));
                }
                permuted(&self.layout, &self.elements, axes)
            }
        }
    )*};
}
reshape! {
    [] Tensor, Tensor<T, S> => Tensor<T, S2>;
    ['a] TensorView, TensorView<'a, T, S> => TensorView<'a, T, S2>;
    ['a] TensorViewMut, TensorViewMut<'a, T, S> => TensorViewMut<'a, T, S2>;
}

/// A tensor whose axis `k` is axis `axes[k]` of the one that lies so. Each axis must be in `axes` once.
fn permuted<T: Clone, S: Shape, S2: Shape>(
    layout: &DenseLayout<S>,
    elements: &[T],
    axes: &[usize],
) -> Result<Tensor<T, S2>, ShapeError> {
    let (mut lengths, mut strides) = ([0; MAX_RANK], [0; MAX_RANK]);
    for (k, &axis) in axes.iter().enumerate() {
        lengths[k] = layout.lengths().as_ref()[axis];
        strides[k] = layout.strides().as_ref()[axis].cast_unsigned();
    }
    let (lengths, strides) = (&lengths[..axes.len()], &strides[..axes.len()]);
    let new = DenseLayout::of_slice(lengths, elements.len())?;
    Ok(Tensor { layout: new, elements: gathered(elements, lengths, strides) })
}

/// Clones of the elements that lie at these strides, in C order.
fn gathered<T: Clone>(elements: &[T], lengths: &[usize], strides: &[usize]) -> Vec<T> {
    let mut out = Vec::with_capacity(elements.len());
    let (Some((&length, outer)), Some((&stride, outer_strides))) = (lengths.split_last(), strides.split_last()) else {
        out.extend_from_slice(elements);
        return out;
    };
    let rows = elements.len().checked_div(length).unwrap_or(0);
    let (mut index, mut start) = ([0; MAX_RANK], 0);
    for _ in 0..rows {
        match stride {
            1 => out.extend_from_slice(&elements[start..][..length]),
            _ => out.extend((0..length).map(|k| elements[start + k * stride].clone())),
        }
        for axis in (0..outer.len()).rev() {
            index[axis] += 1;
            start += outer_strides[axis];
            if index[axis] < outer[axis] {
                break;
            }
            start -= index[axis] * outer_strides[axis];
            index[axis] = 0;
        }
    }
    out
}
