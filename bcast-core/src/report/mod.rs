//! The report about a refused call: the array to blame, the message with its picture, and the suggestions.
//!
//! Everything is a `const fn` over memory lent by the caller, like the rulebook, so that compile errors about shapes in types have the same
//! text as run-time errors. With the feature `rules`, errors and resolutions are also values on the heap.

pub(crate) mod blame;
#[cfg(feature = "rules")]
pub mod error;
#[cfg(not(feature = "rules"))]
#[path = "no_error.rs"]
pub mod error;
mod explain;
#[cfg(feature = "rules")]
pub mod lint;
pub(crate) mod message;
mod picture;
#[cfg(feature = "rules")]
pub mod resolution;
pub(crate) mod suggest;
pub(crate) mod text;
