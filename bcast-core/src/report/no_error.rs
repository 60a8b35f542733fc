//! The error type where types decide every call: it has no values.

use core::convert::Infallible;
use core::fmt;

/// The reason why a call is refused. Without the feature `alloc` types decide every call, so no value of this type exists.
#[derive(Clone, Debug, PartialEq)]
pub struct BroadcastError(Infallible);

impl fmt::Display for BroadcastError {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {}
    }
}

impl core::error::Error for BroadcastError {}
