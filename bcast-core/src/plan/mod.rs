//! The loop nest of a call: from shapes, strides and alignments to as few and as long loops as possible.

#[cfg(feature = "alloc")]
pub(crate) mod nest;
pub(crate) mod schedule;
#[cfg(feature = "alloc")]
pub(crate) mod small;
#[cfg(feature = "alloc")]
pub(crate) mod sort;

#[cfg(feature = "alloc")]
pub use nest::{Plan, Source, dense_strides};
