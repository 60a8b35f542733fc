//! The error of calls that types decide: there is none.

use core::convert::Infallible;
use core::fmt;

/// Why shapes do not go together. Without the feature `alloc` types decide every call, and no value of this type exists.
#[derive(Clone, Debug, PartialEq)]
pub struct BroadcastError(Infallible);

impl fmt::Display for BroadcastError {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {}
    }
}

impl core::error::Error for BroadcastError {}
