//! Tensors on the heap: from values, functions, vectors and nested arrays, and back.

use alloc::vec::Vec;
use core::mem::ManuallyDrop;

use super::layout::{DenseLayout, debug_assert_describes};
use crate::operand::temporary::Owner;
use crate::shape::axes::{Shape, StaticShape};
use crate::tensor::error::ShapeError;

/// An array on the heap, of elements `T` and the shape `S`, in C order.
///
/// `S` states what is known about each length at compile time: a number, a name that has one length throughout a call, or nothing. Lengths
/// in the type are checked once, when the tensor is made.
///
/// ```
/// # use bcast_core as bcast;
/// use bcast::typed::{Len, Tensor, Unknown};
///
/// let table = Tensor::<_, (Len<2>, Len<3>)>::from_fn(|[row, column]| 10 * row + column);
/// assert_eq!(table[[1, 2]], 12);
/// assert_eq!(table, [[0, 1, 2], [10, 11, 12]]);
///
/// // Any number of rows, of 3 elements each.
/// let rows = Tensor::<_, (Unknown, Len<3>)>::from_vec_with([1, 3], vec![1.0, 2.0, 3.0])?;
/// assert_eq!(rows.shape(), [1, 3]);
/// # Ok::<(), bcast::typed::ShapeError>(())
/// ```
///
/// A name in a shape is a promise, not a proof: two tensors with an axis `Batch` can have 32 and 16 rows. Calls compare the lengths of
/// equal names; memory accesses rely on the tensor's own lengths alone.
///
/// Elements never lie on the stack, however large a static shape is; only [`from_nested`](Tensor::from_nested) and
/// [`into_nested`](Tensor::into_nested) pass them by value.
pub struct Tensor<T, S: Shape> {
    /// Invariant: that of [`DenseLayout`], and `elements` has the layout's number of elements.
    pub(super) layout: DenseLayout<S>,
    pub(super) elements: Vec<T>,
}

impl<T, S: Shape> Tensor<T, S> {
    /// # Safety
    /// The lengths must agree with `S::AXES` where these are known; those other than 0 must multiply to at most
    /// `isize::MAX`; and all of them must multiply to `elements.len()`.
    #[inline]
    pub(crate) unsafe fn from_parts_unchecked(lengths: S::Lengths, elements: Vec<T>) -> Self {
        // SAFETY: promised by the caller.
        let layout = unsafe { DenseLayout::<S>::new_unchecked(lengths) };
        if cfg!(debug_assertions) {
            debug_assert_describes(lengths.as_ref(), S::AXES, elements.len());
        }
        Self { layout, elements }
    }
}

impl<T, S: StaticShape> Tensor<T, S> {
    /// # Safety
    /// There must be `S::COUNT` elements.
    #[inline(always)]
    pub(crate) unsafe fn known_unchecked(elements: Vec<T>) -> Self {
        Self { layout: DenseLayout::KNOWN, elements }
    }
}

// The bound is on the methods, not on the impl, so that errors are those of the shape, not of a missing method.
impl<T, S: Shape> Tensor<T, S> {
    /// A tensor with `value` everywhere.
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
        S: StaticShape,
    {
        Self { layout: DenseLayout::KNOWN, elements: alloc::vec![value; S::COUNT] }
    }

    /// A tensor with the values of `element` for each index.
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
    pub fn from_fn(element: impl FnMut(S::Lengths) -> T) -> Self
    where
        S: StaticShape,
    {
        let layout = DenseLayout::<S>::KNOWN;
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
    pub fn from_vec(elements: Vec<T>) -> Result<Self, ShapeError>
    where
        S: StaticShape,
    {
        Ok(Self { layout: DenseLayout::known_of_elements(elements.len())?, elements })
    }
}

impl<T, S: Shape> Tensor<T, S> {
    /// A tensor of these lengths with `value` everywhere.
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
    /// If a length differs from the type's, or there are too many elements to count.
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

    /// A tensor of these lengths with the values of `element` for each index.
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
    /// If a length differs from the type's, or there are too many elements to count; `element` has not been called
    /// then.
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
    /// If a length differs from the type's, or the lengths do not multiply to the number of elements.
    pub fn from_vec_with(lengths: S::Lengths, elements: Vec<T>) -> Result<Self, ShapeError> {
        Ok(Self { layout: DenseLayout::of_elements(lengths, elements.len())?, elements })
    }
}

impl<T, S: StaticShape> Tensor<T, S> {
    /// The tensor of a nested array.
    ///
    /// The array is passed by value, so a large one can overflow the stack; [`from_vec`](Self::from_vec) and
    /// [`from_fn`](Self::from_fn) avoid that.
    ///
    /// ```
    /// # use bcast_core as bcast;
    /// use bcast::typed::{Len, Tensor};
    ///
    /// let table: Tensor<_, (Len<2>, Len<3>)> = Tensor::from_nested([[1, 2, 3], [4, 5, 6]]);
    /// assert_eq!(table.as_slice(), [1, 2, 3, 4, 5, 6]);
    /// ```
    #[must_use]
    pub fn from_nested(nested: S::Nested<T>) -> Self {
        let nested = ManuallyDrop::new(nested);
        let mut elements = Vec::with_capacity(S::COUNT);
        // SAFETY: the array is `S::COUNT` elements (above), and the new vector has room for them; they are moved, since
        // the array is not dropped.
        unsafe {
            core::ptr::from_ref(&*nested).cast::<T>().copy_to_nonoverlapping(elements.as_mut_ptr(), S::COUNT);
            elements.set_len(S::COUNT);
        }
        Self { layout: DenseLayout::KNOWN, elements }
    }

    /// The elements as a nested array.
    ///
    /// The array is passed by value, so a large one can overflow the stack; [`as_nested`](Self::as_nested) does not
    /// move it.
    ///
    /// ```
    /// # use bcast_core as bcast;
    /// use bcast::typed::{Len, Tensor};
    ///
    /// let [first, _] = Tensor::<_, (Len<2>, Len<2>)>::from_fn(|[i, j]| (i, j)).into_nested();
    /// assert_eq!(first, [(0, 0), (0, 1)]);
    /// ```
    #[must_use]
    pub fn into_nested(self) -> S::Nested<T> {
        let mut elements = self.elements;
        let nested = elements.as_ptr().cast::<S::Nested<T>>();
        // SAFETY: the vector forgets the elements before they are moved out.
        unsafe { elements.set_len(0) };
        // SAFETY: the `S::COUNT` elements form such an array (above), and the vector still has its memory.
        unsafe { nested.read() }
    }
}

impl<T, S: Shape> Tensor<T, S> {
    /// The elements in C order; nothing is copied.
    ///
    /// ```
    /// # use bcast_core as bcast;
    /// use bcast::typed::{Len, Tensor};
    ///
    /// assert_eq!(Tensor::<_, (Len<2>, Len<2>)>::filled(0).into_vec(), [0; 4]);
    /// ```
    #[inline]
    #[must_use]
    pub fn into_vec(self) -> Vec<T> {
        self.elements
    }
}

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

impl<T, S: Shape> Owner for Tensor<T, S> {}
