//! Results that need an allocator, where there is none: they keep their place in types, and every call that would make one is
//! refused by the way in which it would be computed.

use core::convert::Infallible;
use core::marker::PhantomData;

use crate::family::{Container, FlatContainer, NestedIfStatic, TensorContainer};
use crate::order::Order;
use crate::rank::{NoRank, Rank};
use crate::typed::axis::No;

/// A container that can't be made.
#[derive(Clone, Copy, Debug)]
pub struct OnHeap;

/// What it would be; no value exists.
#[derive(Clone, Copy, Debug)]
pub struct NeedsAlloc<T>(Infallible, PhantomData<T>);

// SAFETY: no value of `Pending` exists, so nothing is ever allocated.
unsafe impl Container for OnHeap {
    type Of<T> = NeedsAlloc<T>;
    type Pending<T> = Infallible;
    const ANY_ORDER: bool = false;

    fn pending<T: Copy>() -> Infallible {
        unreachable!("no way of computing a call asks for it")
    }

    fn allocate<T: Copy>(pending: &mut Infallible, _: &[usize], _: Order) -> *mut T {
        match *pending {}
    }

    unsafe fn finish<T: Copy>(pending: Infallible) -> NeedsAlloc<T> {
        match pending {}
    }
}

impl FlatContainer for NoRank {
    type Container = OnHeap;
}
impl<D> FlatContainer for Rank<D> {
    type Container = OnHeap;
}
impl<S, R> NestedIfStatic<S, R> for No {
    type Container = OnHeap;
}
impl TensorContainer for () {
    type Container = OnHeap;
}
impl<L, R> TensorContainer for (L, R) {
    type Container = OnHeap;
}
