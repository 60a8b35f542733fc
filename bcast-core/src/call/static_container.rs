//! Results of calls with shapes in types: nested arrays.

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

/// A container of the static shape `S`, a list, which needs no run-time information.
pub trait StaticContainer<S>: Container {
    /// Computes the call `C` into a new container.
    ///
    /// # Safety
    /// As for [`nest::run`] with an output of the shape `S`; no operand is the place, since there is none.
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
        // SAFETY: promised by the caller.
        unsafe { pending.assume_init() }
    }
}

impl<S: StaticList> StaticContainer<S> for NestedOf<S> {
    #[inline(always)]
    unsafe fn computed<C: StaticCall<L>, L: List, F: Fn(L::Elems, Fused) -> R, R: Copy, W: Cost>(
        list: &L,
        expression: &F,
    ) -> S::Array<R> {
        // SAFETY: promised by the caller; a nested array's elements are contiguous, as many as its shape has
        // (`StaticList::Array`).
        unsafe { nest::result::<C, L, F, R, S::Array<R>, W>(list, expression) }
    }
}
