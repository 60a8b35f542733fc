//! Tensors made from other tensors: clones, maps, and permuted axes.

use alloc::vec::Vec;

use super::layout::DenseLayout;
use super::{Tensor, TensorView, TensorViewMut};
use crate::shape::axes::{MAX_RANK, Shape};
use crate::tensor::error::{Cause, ShapeError};

macro_rules! copies {
    ([$($lifetime:lifetime)?] $borrow:lifetime $name:ident) => {
        impl<$($lifetime,)? T, S: Shape> $name<$($lifetime,)? T, S> {
            /// A tensor with the value of `element` for each element.
            ///
            /// ```
            /// # use bcast_core as bcast;
            /// use bcast::typed::{Len, Tensor};
            ///
            /// let words = Tensor::<_, (Len<2>,)>::from_nested(["a", "bc"]);
            /// assert_eq!(words.map(|word| word.len()), [1, 2]);
            /// ```
            #[must_use]
            pub fn map<U>(&self, element: impl FnMut(&T) -> U) -> Tensor<U, S> {
                Tensor { layout: self.layout, elements: self.elements.iter().map(element).collect() }
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
            /// If `axes` does not name each axis once, or a length differs from the new type's.
            pub fn permuted_axes<S2>(&self, axes: S::Lengths) -> Result<Tensor<T, S2>, ShapeError>
            where
                S2: Shape<Lengths = S::Lengths>,
                T: Clone,
            {
                let (axes, rank) = (axes.as_ref(), S::RANK);
                let each_once = (0..rank).all(|axis| axes.contains(&axis));
                if !each_once {
                    return Err(ShapeError::new(S::AXES, self.shape(), Cause::Permutation { axes: axes.into() }));
                }
                permuted(&self.layout, &self.elements, axes)
            }
        }
    };
}
all_tensors!(copies);

impl<T, S: Shape> TensorView<'_, T, S> {
    /// A tensor with clones of the elements.
    #[must_use]
    pub fn to_owned(&self) -> Tensor<T, S>
    where
        T: Clone,
    {
        Tensor { layout: self.layout, elements: self.elements.to_vec() }
    }
}

impl<T, S: Shape> TensorViewMut<'_, T, S> {
    /// A tensor with clones of the elements.
    #[must_use]
    pub fn to_owned(&self) -> Tensor<T, S>
    where
        T: Clone,
    {
        self.view().to_owned()
    }
}

/// A tensor whose axis `k` is axis `axes[k]` of the tensor with this layout. `axes` must name each axis once.
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

/// Clones of the elements at these strides, in C order.
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
