//! The rules of every mode: lengths, calls, alignment, and what they resolve to.

#[cfg(feature = "rules")]
mod align;
pub(crate) mod alignment;
#[cfg(feature = "rules")]
pub mod axis_map;
#[cfg(feature = "rules")]
pub mod call;
#[cfg(feature = "rules")]
pub(crate) mod check_stated;
#[cfg(feature = "rules")]
pub(crate) mod findings;
#[cfg(feature = "rules")]
pub mod length;
#[cfg(feature = "rules")]
pub mod lint;
#[cfg(feature = "rules")]
pub mod mode;
#[cfg(feature = "rules")]
pub(crate) mod obligation;
#[cfg(feature = "rules")]
pub mod resolve;
#[cfg(feature = "rules")]
pub(crate) mod sort;
pub mod stated;
