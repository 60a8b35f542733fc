//! The rules of every mode: lengths, calls, alignment, and their resolution.
//!
//! Everything is a `const fn` that borrows shapes and writes to memory lent by the caller, without an allocator: the macro calls it during
//! expansion, the compiler evaluates it for shapes in types, and the run time calls it before it computes anything.

#![allow(
    clippy::result_large_err,
    reason = "a mistake is a value that the caller lends memory for, and there may be no allocator for a box"
)]

mod align;
pub(crate) mod axis_map;
pub mod call;
pub(crate) mod found;
pub mod length;
pub(crate) mod list;
pub mod mistake;
pub mod mode;
pub(crate) mod option;
mod party;
#[cfg(feature = "rules")]
#[doc(hidden)]
pub mod reduction;
pub(crate) mod resolve;
pub mod stated;
pub(crate) mod symbols;

#[cfg(feature = "rules")]
pub use axis_map::OwnedAxisMap;
pub use symbols::{Obligation, ObligationKind};
