//! ndarray's arrays as operands, places and results.

use alloc::vec::Vec;
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use ndarray::{Array, ArrayBase, ArrayRef, Data, DataMut, Dimension, IxDyn, ShapeBuilder};

use crate::family::{Container, FlatContainer, Order, ResultIn, filled};
use crate::list::MaxVote;
use crate::names::{BaseRank, JoinedRank, LongestRank, ModeName, RankOf, ShapeOf, TargetJoinedRank, TargetRank};
use crate::operand::{AsOperand, FamilyShape, Layout, View};
use crate::place::{AsPlace, PlaceView};
use crate::rank::{NoRank, Rank};
use crate::target::{IntoInts, Ints, NoTo, To};

/// ndarray's dimension types, as [`rank`](crate::rank) uses them.
pub mod rank {
    pub use ndarray::{DimMax, Dimension, Ix0, Ix1, Ix2, Ix3, Ix4, Ix5, Ix6, IxDyn};
}

/// The family of ndarray's arrays: whatever is mixed with one gives an owned `Array`.
#[derive(Clone, Copy, Debug)]
pub struct NdArray;

impl FamilyShape for NdArray {
    type Shape = ();
}

impl<S: Data, D: Dimension> AsOperand for ArrayBase<S, D> {
    type Elem = S::Elem;
    type Family = NdArray;
    type Rank = D;
    #[inline]
    fn view(&self) -> View<'_, S::Elem, NdArray, D> {
        AsOperand::view(&**self)
    }
}

impl<A, D: Dimension> AsOperand for ArrayRef<A, D> {
    type Elem = A;
    type Family = NdArray;
    type Rank = D;
    #[inline]
    fn view(&self) -> View<'_, A, NdArray, D> {
        // SAFETY: ndarray keeps every element within shape and strides readable while the array is borrowed.
        unsafe { View::new(self.as_ptr(), Layout::Borrowed(self.shape(), self.strides())) }
    }
}

impl<S: DataMut, D: Dimension> AsPlace for ArrayBase<S, D> {
    type Elem = S::Elem;
    type Rank = D;
    #[inline]
    fn place(&mut self) -> PlaceView<'_, S::Elem, D> {
        AsPlace::place(&mut **self)
    }
}

impl<A, D: Dimension> AsPlace for ArrayRef<A, D> {
    type Elem = A;
    type Rank = D;
    #[inline]
    fn place(&mut self) -> PlaceView<'_, A, D> {
        let ptr = self.as_mut_ptr();
        // SAFETY: ndarray keeps every element within shape and strides writable, and each at one index only, while the
        // array is borrowed mutably.
        unsafe { PlaceView::new(ptr, Layout::Borrowed(self.shape(), self.strides())) }
    }
}

/// An owned array around `elements`, which lie in the given order.
fn array<T, D: Dimension>(shape: &[usize], order: Order, elements: Vec<T>) -> Array<T, D> {
    let mut dim = D::zeros(shape.len());
    dim.slice_mut().copy_from_slice(shape);
    Array::from_shape_vec(dim.set_f(order == Order::F), elements).expect("as many elements as the shape holds")
}

/// An owned array of rank `D`.
#[derive(Clone, Copy, Debug)]
pub struct ArrayOf<D>(PhantomData<D>);

// SAFETY: `filled` is given the product of the shape's lengths.
unsafe impl<D: Dimension> Container for ArrayOf<D> {
    type Of<T> = Array<T, D>;
    const ANY_ORDER: bool = true;
    #[inline]
    unsafe fn create<T: Copy>(shape: &[usize], order: Order, fill: impl FnOnce(&mut [MaybeUninit<T>])) -> Array<T, D> {
        // SAFETY: the caller's promise about `fill` is the one asked for.
        array(shape, order, unsafe { filled(shape.iter().product(), fill) })
    }
}

impl<M: ModeName<Rule: RankOf<L, To>>, L, To> ResultIn<M, L, To> for NdArray
where
    <M::Rule as RankOf<L, To>>::Output: ArrayContainer,
{
    type Container = <<M::Rule as RankOf<L, To>>::Output as ArrayContainer>::Container;
    type Shape = <M::Rule as RankOf<L, To>>::Output;
    type Scalar = ();
}

/// What arrays make together, by rank.
pub trait ArrayContainer {
    /// The container.
    type Container: Container;
}
impl<D: Dimension> ArrayContainer for Rank<D> {
    type Container = ArrayOf<D>;
}
impl ArrayContainer for NoRank {
    type Container = ArrayOf<IxDyn>;
}

macro_rules! flat_of_other_ranks {
    ($($rank:ident)*) => {$(
        impl FlatContainer for Rank<ndarray::$rank> {
            type Container = ArrayOf<ndarray::$rank>;
        }
    )*};
}
flat_of_other_ranks!(Ix0 Ix2 Ix3 Ix4 Ix5 Ix6 IxDyn);

impl<L, D: Dimension> ShapeOf<L, To<Rank<D>>> for JoinedRank {
    type Output = ArrayOf<D>;
}
impl<L, D: Dimension> ShapeOf<L, To<Rank<D>>> for LongestRank {
    type Output = ArrayOf<D>;
}
impl<L: MaxVote<Output = Rank<D>>, D: Dimension> ShapeOf<L, NoTo> for LongestRank {
    type Output = ArrayOf<D>;
}
impl<L, D: Dimension> ShapeOf<L, To<Rank<D>>> for BaseRank {
    type Output = ArrayOf<D>;
}
impl<L, D: Dimension> ShapeOf<L, To<Rank<D>>> for TargetRank {
    type Output = ArrayOf<D>;
}
impl<L, D, E: Dimension> ShapeOf<L, To<Rank<D>>> for TargetJoinedRank
where
    TargetJoinedRank: RankOf<L, To<Rank<D>>, Output = Rank<E>>,
{
    type Output = ArrayOf<E>;
}

impl<const N: usize> IntoInts for ndarray::Dim<[usize; N]>
where
    ndarray::Dim<[usize; N]>: Dimension,
{
    type Rank = Rank<ndarray::Dim<[usize; N]>>;
    #[inline]
    fn into_ints(&self) -> Ints {
        self.slice().into_ints()
    }
}

impl IntoInts for IxDyn {
    type Rank = Rank<IxDyn>;
    #[inline]
    fn into_ints(&self) -> Ints {
        self.slice().into_ints()
    }
}
