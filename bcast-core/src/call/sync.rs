//! Whether threads may share an operand's elements, by method resolution, so that elements that they may not are one error, at the operand.
//!
//! A call that says `threads` hands [`AllThreads`] from operand to operand: `(__threads, &x).__bcast_share()`. At the first that must not
//! be shared it becomes [`OneThread`], of which nothing more is asked: the call itself would ask `Sync` of the operands and `Send` of the
//! result, and be told about each.

use crate::exec::{AllThreads, OneThread};
use crate::operand::entry::Entry;
use crate::operand::kind::Elements;

/// First: what may be shared, and what need not be.
pub trait Shared: Sized {
    /// The threads.
    type Threads;
    /// The threads that may be used.
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

/// Then: what must not be.
pub trait Unshared<T> {
    /// Never compiles: the one error about this operand.
    #[rustfmt::skip] // The compiler prints the line.
    fn __bcast_share(&self) -> OneThread where Elements: AreShared<T> {
        OneThread
    }
}
impl<E: Entry> Unshared<E::Elem> for (AllThreads, &E) {}

/// Implemented by nothing: it carries the message about elements that stay on their thread.
#[diagnostic::on_unimplemented(
    message = "elements of type `{T}` cannot be shared between threads",
    label = "`threads` reads them on several threads, and `{T}` is not `Sync`",
    note = "without `threads` the call asks nothing of its elements but `Copy`",
    note = "in generic code, `T: Send + Sync` are the bounds to add"
)]
pub trait AreShared<T> {}
