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
use crate::operand::receiver::by_receiver;
use crate::shape::function::type_functions;
use crate::shape::unit::{Unit, units};

by_receiver! {
    /// Level 1: elements that can be shared, or need not be. The threads are [`Accepted`](crate::operand::accepted::Accepted).
    Shared: fn __bcast_share(self) {
        [E: Sync] (AllThreads, &E) => AllThreads;
        [E] (OneThread, &E) => OneThread;
    }

    /// Level 2: elements that can't be shared. Never compiles.
    Unshared: fn __bcast_share(&self) {
        [E: Entry] (AllThreads, &E) => NotShared<E::Elem>;
    }
}

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
    T::Rest::UNIT
}

type_functions! {
    /// The threads that are left after an operand.
    Rest -> (Rest: Unit) {
        [] AllThreads => AllThreads;
        [] OneThread => OneThread;
        [T] NotShared<T> => OneThread;
    }
}

/// Implemented for nothing: carries the message about elements that stay on their thread.
#[diagnostic::on_unimplemented(
    message = "elements of type `{T}` cannot be shared between threads",
    label = "`threads` reads them on several threads, and `{T}` is not `Sync`",
    note = "without `threads` the call asks nothing of its elements but `Copy`",
    note = "in generic code, `T: Send + Sync` are the bounds to add"
)]
pub trait AreShared<T> {}
