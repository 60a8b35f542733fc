//! What calls with shapes in types give: nested arrays.

use core::marker::PhantomData;
use core::mem::MaybeUninit;

use crate::call::container::Container;
use crate::exec::Cost;
use crate::exec::static_nest::{self as nest, StaticCall};
use crate::math::fused::Fused;
use crate::operand::list::List;
use crate::plan::order::Order;
use crate::shape::axes::{Dense, StaticList};

/// A nested array of the static shape `S`, a list.
#[derive(Clone, Copy, Debug)]
pub struct NestedOf<S>(PhantomData<S>);

/// A container whose shape is the list `S`, all of static lengths: made without asking for anything at run time.
pub trait StaticContainer<S>: Container {
    /// The container of what the call `C` computes.
    ///
    /// # Safety
    /// As [`nest::run`], for an output of the shape `S`; no operand is the place, for there is none.
    unsafe fn computed<C: StaticCall<L>, L: List, F: Fn(L::Elems, Fused) -> R, R: Copy, W: Cost>(
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
    unsafe fn computed<C: StaticCall<L>, L: List, F: Fn(L::Elems, Fused) -> R, R: Copy, W: Cost>(
        list: &L,
        expression: &F,
    ) -> S::Array<R> {
        // SAFETY: the caller's promise; the nested array of a shape is as many elements as the shape says, one after the other
        // (`StaticList::Array`).
        unsafe { nest::result::<C, L, F, R, S::Array<R>, W>(list, expression) }
    }
}
