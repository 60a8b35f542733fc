//! Results that need an allocator, in builds without one. A bound of their container refuses the call; [`OnHeap`] stands for any result
//! type, so that no other error follows.

use core::convert::Infallible;
use core::marker::PhantomData;

use crate::call::container::Container;
use crate::call::or_panic::Outcome;
use crate::call::strategy::{Dynamic, Make};
use crate::exec::{self, Threads};
use crate::math::fused::Fused;
use crate::operand::call_site::CallSite;
use crate::operand::list::List;

/// A container without values, which no call returns.
pub struct OnHeap<Result>(PhantomData<Result>);

// SAFETY: `Pending` has no values, so nothing is ever allocated.
unsafe impl<Result> Container for OnHeap<Result> {
    type Of<T> = Result;
    type Pending<T> = Infallible;
    const ANY_ORDER: bool = false;

    fn pending<T: Copy>() -> Infallible {
        unreachable!("no way of computing a call asks for it")
    }

    fn allocate<T: Copy>(pending: &mut Infallible, _: &[usize], _: &[isize]) -> *mut T {
        match *pending {}
    }

    unsafe fn finish<T: Copy>(pending: Infallible) -> Result {
        match pending {}
    }
}

impl<Result, M, X, L: List, K> Make<OnHeap<Result>, M, X, L> for Dynamic<K> {
    fn make<O, F, R, W, P>(_: &CallSite<'_>, _: W, _: P, _: L, _: F) -> O
    where
        O: Outcome<Result>,
        F: Fn(L::Elems, Fused) -> R,
        R: Copy,
        W: exec::Cost,
        P: Threads<L, F, R>,
    {
        unreachable!("no call has such a container")
    }
}
