//! A call from its text and its operands to its result.

pub(crate) mod call_site;
pub(crate) mod container;
#[cfg(feature = "alloc")]
pub(crate) mod dynamic;
pub(crate) mod editor;
pub(crate) mod evaluate;
#[cfg(not(feature = "alloc"))]
pub(crate) mod fixed;
#[cfg(feature = "alloc")]
pub(crate) mod heap;
#[cfg(not(feature = "alloc"))]
pub(crate) mod no_heap;
pub(crate) mod operator;
pub(crate) mod or_panic;
#[cfg(feature = "alloc")]
pub(crate) mod runtime;
pub(crate) mod static_container;
pub(crate) mod strategy;
pub(crate) mod sync;
