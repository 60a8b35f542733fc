//! Returns a call's value, or panics with its error.
#![allow(missing_docs, reason = "documented by their traits")]

use crate::report::error::BroadcastError;

#[track_caller]
#[inline]
pub(crate) fn or_panic<T>(result: Result<T, BroadcastError>) -> T {
    result.__bcast_or_panic()
}

/// [`or_panic`] as a method, so that a type mismatch is reported for the value and not for the `Result` around it.
pub trait OrPanic {
    type Value;
    #[track_caller]
    fn __bcast_or_panic(self) -> Self::Value;
}

/// A return type of calls with values of type `T`: `T` itself, where an error panics, or a `Result`.
///
/// Both have one implementation of a call, and `T` is not moved through a `Result`: the processor would read an array as vectors just after it has
/// written it in words, and wait.
pub trait Outcome<T> {
    /// Calls `make`, which writes its value straight into the memory of the return value.
    fn value(make: impl FnOnce() -> T) -> Self;
    /// Returns a value, or panics with the error or returns it.
    #[track_caller]
    fn of(result: Result<T, BroadcastError>) -> Self;
}
impl<T> Outcome<T> for T {
    #[inline(always)]
    fn value(make: impl FnOnce() -> T) -> T {
        make()
    }

    #[track_caller]
    #[inline]
    fn of(result: Result<T, BroadcastError>) -> T {
        or_panic(result)
    }
}
impl<T> Outcome<T> for Result<T, BroadcastError> {
    #[inline(always)]
    fn value(make: impl FnOnce() -> T) -> Self {
        Ok(make())
    }

    #[inline(always)]
    fn of(result: Self) -> Self {
        result
    }
}

impl<T> OrPanic for Result<T, BroadcastError> {
    type Value = T;
    #[track_caller]
    #[inline]
    fn __bcast_or_panic(self) -> T {
        match self {
            Ok(value) => value,
            Err(error) => panic_with(error),
        }
    }
}

#[track_caller]
#[cold]
#[inline(never)]
#[allow(clippy::needless_pass_by_value, reason = "the error is dropped here and not at every call")]
fn panic_with(error: BroadcastError) -> ! {
    panic!("{error}")
}
