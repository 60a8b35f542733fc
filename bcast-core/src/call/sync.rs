//! Checks by method resolution that threads may share an operand's elements, with one error at the operand.
//!
//! A call with `threads` passes [`AllThreads`] from operand to operand: `rest_of((__threads, &x).__bcast_share())`. The first operand that
//! can't be shared turns it into [`OneThread`], which ends the checks. Otherwise the call's own bounds, `Sync` for operands and `Send` for the
//! result, would add an error each.
#![allow(missing_docs, reason = "documented by their traits")]

use core::marker::PhantomData;

use crate::exec::{AllThreads, OneThread};
use crate::operand::accepted::acceptable;
use crate::operand::entry::Entry;
use crate::operand::kind::Elements;
use crate::shape::unit::units;

/// Level 1: elements that can be shared, or need not be.
pub trait Shared: Sized {
    type Threads;
    /// Returns the threads, which are [`Accepted`](crate::operand::accepted::Accepted).
    fn __bcast_share(self) -> Self::Threads;
}
impl<E: Sync> Shared for (AllThreads, &E) {
    type Threads = AllThreads;
    #[inline(always)]
    fn __bcast_share(self) -> AllThreads {
        AllThreads
    }
}
impl<E> Shared for (OneThread, &E) {
    type Threads = OneThread;
    #[inline(always)]
    fn __bcast_share(self) -> OneThread {
        OneThread
    }
}

/// Level 2: elements that can't be shared.
pub trait Unshared<T> {
    /// Never compiles.
    fn __bcast_share(&self) -> NotShared<T> {
        NotShared(PhantomData)
    }
}
impl<E: Entry> Unshared<E::Elem> for (AllThreads, &E) {}

/// An operand whose elements can't be shared, which is not [`Accepted`](crate::operand::accepted::Accepted).
pub struct NotShared<T>(PhantomData<T>);
units! {
    [T] NotShared<T> = NotShared(PhantomData);
    [] AllThreads = AllThreads;
    [] OneThread = OneThread;
}
acceptable! {
    [] AllThreads;
    [] OneThread;
    [T] NotShared<T> where Elements: AreShared<T>;
}

/// The threads that the next operand may use.
#[inline(always)]
pub fn rest_of<T: Rest>(_threads: T) -> T::Rest {
    T::REST
}

/// The threads that are left after an operand.
pub trait Rest {
    type Rest;
    const REST: Self::Rest;
}
impl Rest for AllThreads {
    type Rest = AllThreads;
    const REST: AllThreads = AllThreads;
}
impl Rest for OneThread {
    type Rest = OneThread;
    const REST: OneThread = OneThread;
}
impl<T> Rest for NotShared<T> {
    type Rest = OneThread;
    const REST: OneThread = OneThread;
}

/// Implemented for nothing: carries the message about elements that stay on their thread.
#[diagnostic::on_unimplemented(
    message = "elements of type `{T}` cannot be shared between threads",
    label = "`threads` reads them on several threads, and `{T}` is not `Sync`",
    note = "without `threads` the call asks nothing of its elements but `Copy`",
    note = "in generic code, `T: Send + Sync` are the bounds to add"
)]
pub trait AreShared<T> {}
