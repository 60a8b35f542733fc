//! What calls with shapes in types give: nested arrays, and tensors.

use alloc::vec::Vec;
use core::marker::PhantomData;
use core::mem::MaybeUninit;

use crate::family::Container;
use crate::list::List;
use crate::plan::Order;
use crate::typed::nest::{self, StaticCall};
use crate::typed::shape::{Dense, Shape, StaticList, StaticShape};
use crate::typed::tensor::Tensor;

/// A nested array of the static shape `S`, a list.
#[derive(Clone, Copy, Debug)]
pub struct NestedOf<S>(PhantomData<S>);

/// A tensor of the shape `S`, a tuple.
#[derive(Clone, Copy, Debug)]
pub struct TensorOf<S>(PhantomData<S>);

/// A container whose shape is the list `S`, all of static lengths: made without asking for anything at run time.
pub trait StaticContainer<S>: Container {
    /// The container of what the call `C` computes.
    ///
    /// # Safety
    /// As [`nest::run`], for an output of the shape `S`; no operand is the place, for there is none.
    unsafe fn computed<C: StaticCall<L>, L: List, F: Fn(L::Elems) -> R, R: Copy>(
        list: &L,
        expression: &F,
    ) -> Self::Of<R>;
}

// SAFETY: the array's shape is compared with `shape`, so it holds as many elements.
unsafe impl<S: StaticList> Container for NestedOf<S> {
    type Of<T> = S::Array<T>;
    type Pending<T> = MaybeUninit<S::Array<T>>;
    const ANY_ORDER: bool = false;

    #[inline(always)]
    fn pending<T: Copy>() -> MaybeUninit<S::Array<T>> {
        MaybeUninit::uninit()
    }

    fn allocate<T: Copy>(pending: &mut MaybeUninit<S::Array<T>>, shape: &[usize], _: Order) -> *mut T {
        assert_eq!(shape, Dense::<S>::SHAPE, "the resolved shape is the one that the types say");
        assert_eq!(shape.iter().product::<usize>() * size_of::<T>(), size_of::<S::Array<T>>());
        pending.as_mut_ptr().cast()
    }

    #[inline(always)]
    unsafe fn finish<T: Copy>(pending: MaybeUninit<S::Array<T>>) -> S::Array<T> {
        // SAFETY: the caller's promise.
        unsafe { pending.assume_init() }
    }
}

impl<S: StaticList> StaticContainer<S> for NestedOf<S> {
    #[inline(always)]
    unsafe fn computed<C: StaticCall<L>, L: List, F: Fn(L::Elems) -> R, R: Copy>(
        list: &L,
        expression: &F,
    ) -> S::Array<R> {
        // SAFETY: the caller's promise; the nested array of a shape is as many elements as the shape says, one after the other
        // (`StaticList::Array`).
        unsafe { nest::result::<C, L, F, R, S::Array<R>>(list, expression) }
    }
}

/// A tensor whose elements are not written yet.
pub struct PendingTensor<T, S: Shape> {
    elements: Vec<T>,
    lengths: S::Lengths,
}

// SAFETY: a `Vec` has room for what is reserved, which is as many elements as `shape` holds.
unsafe impl<S: Shape> Container for TensorOf<S> {
    type Of<T> = Tensor<T, S>;
    type Pending<T> = PendingTensor<T, S>;
    const ANY_ORDER: bool = false;

    #[inline(always)]
    fn pending<T: Copy>() -> PendingTensor<T, S> {
        PendingTensor { elements: Vec::new(), lengths: S::Lengths::default() }
    }

    fn allocate<T: Copy>(pending: &mut PendingTensor<T, S>, shape: &[usize], _: Order) -> *mut T {
        // Compared, since the tensor's safety rests on it: each length that the type says is the resolved one.
        let said = shape.iter().zip(S::AXES).all(|(&length, said)| said.known().is_none_or(|known| known == length));
        assert!(shape.len() == S::RANK && said, "the resolved shape is the one that the types say");
        pending.lengths.as_mut().copy_from_slice(shape);
        pending.elements.reserve_exact(shape.iter().product());
        pending.elements.as_mut_ptr()
    }

    #[inline(always)]
    unsafe fn finish<T: Copy>(mut pending: PendingTensor<T, S>) -> Tensor<T, S> {
        let count = pending.lengths.as_ref().iter().product();
        // SAFETY: `allocate` has reserved so many elements, all written as the caller says, and set lengths that
        // agree with the type.
        unsafe {
            pending.elements.set_len(count);
            Tensor::from_parts_unchecked(pending.lengths, pending.elements)
        }
    }
}

impl<S: StaticShape> StaticContainer<S::List> for TensorOf<S> {
    #[inline(always)]
    unsafe fn computed<C: StaticCall<L>, L: List, F: Fn(L::Elems) -> R, R: Copy>(
        list: &L,
        expression: &F,
    ) -> Tensor<R, S> {
        let mut elements = Vec::<R>::with_capacity(S::COUNT);
        // SAFETY: the caller's promise, for `COUNT` elements, which are reserved and then all written; the lengths are those
        // that the shape says.
        unsafe {
            nest::run::<C, L, F, R>(list, expression, elements.as_mut_ptr().cast());
            elements.set_len(S::COUNT);
            Tensor::from_parts_unchecked(S::LENGTHS, elements)
        }
    }
}
