//! ndarray's arrays as operands, places and results.

use alloc::vec::Vec;
use core::marker::PhantomData;
use ndarray::{Array, ArrayBase, ArrayRef, Data, DataMut, DataOwned, Dimension, IxDyn, ShapeBuilder};

use crate::call::container::Container;
use crate::call::reduced::{ContainerOf, OfShape};
use crate::call::result::{FlatContainer, NestedIfStatic, RankIn, ResultIn, TensorContainer, UntypedCall};
use crate::operand::entry::{AsOperand, Layout, View};
use crate::operand::family::{
    AllNested, FamilyShape, Flat, MixFamily, Mixed, Nested, NoArray, Tensors, Typing, Untyped,
};
use crate::operand::options::{IntoInts, Ints};
use crate::operand::place::{AsPlace, PlaceView};
use crate::operand::temporary::Owner;
use crate::shape::axes::{List as Axes, OfRank, Unranked};
use crate::shape::axis::No;
use crate::shape::function::type_functions;
use crate::shape::rank::{NoRank, Rank};
use crate::tensor::ndarray::dimension;
use crate::typed::names::{ModeName, RankOf};

/// The family of ndarray's arrays; a result with one among its operands is an owned `Array`.
#[derive(Clone, Copy, Debug)]
pub struct NdArray;

impl FamilyShape for NdArray {
    type Lengths<D> = OfRank<D>;
    type Rank<D> = D;
    type Bare = Flat;
}

impl Typing for NdArray {
    type Typing = Untyped;
}
type_functions! {
    impl MixFamily -> Output {
        [] NdArray, NoArray => NdArray;
        [] NdArray, Flat => NdArray;
        [] NdArray, NdArray => NdArray;
        [] NdArray, AllNested => Mixed<NdArray>;
        [O] NdArray, Mixed<O> => Mixed<NdArray>;
        [] NdArray, Tensors => Tensors;
        [] Flat, NdArray => NdArray;
        [S] Nested<S>, NdArray => Mixed<NdArray>;
    }
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

/// Storage with mutable elements.
#[diagnostic::on_unimplemented(
    message = "this array can be read only",
    label = "not a place that `bcast!` can write to",
    note = "take a mutable view, `x.view_mut()`, or an array of its own, `x.to_owned()`"
)]
pub trait PlaceData: DataMut {}
#[diagnostic::do_not_recommend]
impl<S: DataMut> PlaceData for S {}

#[diagnostic::do_not_recommend]
impl<S: PlaceData, D: Dimension> AsPlace for ArrayBase<S, D> {
    type Elem = S::Elem;
    type Family = NdArray;
    type Rank = D;
    #[inline]
    fn place(&mut self) -> PlaceView<'_, S::Elem, NdArray, D> {
        AsPlace::place(&mut **self)
    }
}

impl<S: DataOwned, D> Owner for ArrayBase<S, D> {}

#[diagnostic::do_not_recommend]
impl<A, D: Dimension> AsPlace for ArrayRef<A, D> {
    type Elem = A;
    type Family = NdArray;
    type Rank = D;
    #[inline]
    fn place(&mut self) -> PlaceView<'_, A, NdArray, D> {
        let ptr = self.as_mut_ptr();
        // SAFETY: ndarray keeps every element within shape and strides writable, and each at one index only, while the
        // array is borrowed mutably.
        unsafe { PlaceView::new(ptr, Layout::Borrowed(self.shape(), self.strides())) }
    }
}

/// An owned array of rank `D`.
#[derive(Clone, Copy, Debug)]
pub struct ArrayOf<D>(PhantomData<D>);

/// An array whose elements are still unwritten.
#[derive(Debug)]
pub struct PendingArray<T, D> {
    elements: Vec<T>,
    shape: D,
    /// `None` for C order.
    strides: Option<D>,
}

// SAFETY: `reserve` gives the `Vec` room for every element.
unsafe impl<D: Dimension> Container for ArrayOf<D> {
    type Of<T> = Array<T, D>;
    type Pending<T> = PendingArray<T, D>;
    const ANY_ORDER: bool = true;

    #[inline(always)]
    fn pending<T: Copy>() -> PendingArray<T, D> {
        PendingArray { elements: Vec::new(), shape: D::default(), strides: None }
    }

    fn takes_rank(rank: usize) -> bool {
        D::NDIM.is_none_or(|own| own == rank)
    }

    #[inline]
    fn allocate<T: Copy>(pending: &mut PendingArray<T, D>, shape: &[usize], strides: &[isize]) -> *mut T {
        pending.shape = dimension(shape);
        let count = pending.shape.size();
        pending.strides = (!strides.is_empty() && count > 0).then(|| {
            let mut own = D::zeros(shape.len());
            own.slice_mut().iter_mut().zip(strides).for_each(|(own, &stride)| *own = stride as usize);
            own
        });
        pending.elements = Vec::with_capacity(count);
        pending.elements.as_mut_ptr()
    }

    #[inline]
    unsafe fn finish<T: Copy>(mut pending: PendingArray<T, D>) -> Array<T, D> {
        let count = pending.shape.size();
        // SAFETY: promised by the caller; `allocate` has reserved as many elements.
        unsafe { pending.elements.set_len(count) };
        // SAFETY: the lengths multiply to the number of elements, which the rulebook has checked against `isize`; the strides are those of memory
        // without gaps.
        unsafe {
            match pending.strides {
                None => Array::from_shape_vec_unchecked(pending.shape, pending.elements),
                Some(strides) => Array::from_shape_vec_unchecked(pending.shape.strides(strides), pending.elements),
            }
        }
    }
}

impl<M: ModeName<Rule: RankOf<L, T>>, L, T, X> ResultIn<M, L, T, X> for NdArray
where
    RankIn<M, L, T>: ArrayContainer,
{
    type Made = UntypedCall<<RankIn<M, L, T> as ArrayContainer>::Container, RankIn<M, L, T>>;
}
type_functions! {
    impl OfShape -> Container {
        [S: Axes<Rank: Dimension>] NdArray, S => ArrayOf<S::Rank>;
        // Positions have the shape of `to` in calls without arrays.
        [S: Axes<Rank: Dimension>] NoArray, S => ArrayOf<S::Rank>;
    }
}
impl<Family> ContainerOf<Family> for Unranked {
    type Container = ArrayOf<IxDyn>;
}
// Nested arrays whose lengths are not in their types.
impl<S, R: ArrayContainer> NestedIfStatic<S, R> for No {
    type Container = R::Container;
}
impl TensorContainer for Unranked {
    type Container = ArrayOf<IxDyn>;
}

type_functions! {
    /// The result of combining arrays, by rank.
    /// `Container`: The container.
    ArrayContainer -> (Container: Container) {
        [D: Dimension] Rank<D> => ArrayOf<D>;
        [] NoRank => ArrayOf<IxDyn>;
    }
}

macro_rules! flat_of_other_ranks {
    ($($rank:ident)*) => {$(
        impl FlatContainer for Rank<ndarray::$rank> {
            type Container = ArrayOf<ndarray::$rank>;
        }
    )*};
}
flat_of_other_ranks!(Ix0 Ix2 Ix3 Ix4 Ix5 Ix6 IxDyn);

#[diagnostic::do_not_recommend]
impl<I> IntoInts for ndarray::Dim<I>
where
    ndarray::Dim<I>: Dimension,
{
    type Rank = Rank<Self>;
    #[inline]
    fn __bcast_to_ints(&self) -> Ints {
        self.slice().__bcast_to_ints()
    }
}
