//! Shapes as types: lengths, lists of them, and ranks.

pub(crate) mod axes;
pub(crate) mod axis;
#[cfg(not(feature = "alloc"))]
pub(crate) mod fixed;
pub(crate) mod function;
pub(crate) mod literals;
pub(crate) mod rank;
pub(crate) mod unit;
