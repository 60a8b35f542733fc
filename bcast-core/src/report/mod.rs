//! What is said of a refused call: the array to blame, the words, the picture, and the ways out.
//!
//! Constant functions over memory that the caller lends, as the rulebook's are, so that the compiler says of shapes in types what the run
//! time says. With the feature `rules` errors and resolutions are values on the heap.

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
