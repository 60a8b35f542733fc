//! What is said of a refused call: the array to blame, the words, the picture, and the ways out.

#[cfg(feature = "rules")]
pub(crate) mod blame;
#[cfg(feature = "rules")]
pub mod error;
#[cfg(not(feature = "rules"))]
#[path = "no_error.rs"]
pub mod error;
#[cfg(feature = "rules")]
mod message;
#[cfg(feature = "rules")]
pub(crate) mod picture;
#[cfg(feature = "rules")]
mod suggest;
