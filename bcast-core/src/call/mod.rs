//! Evaluates calls: chooses how a call is computed and makes its result.

pub(crate) mod container;
#[cfg(feature = "alloc")]
pub(crate) mod dynamic;
pub(crate) mod editor;
pub(crate) mod evaluate;
#[cfg(feature = "alloc")]
mod few;
#[cfg(feature = "alloc")]
pub(crate) mod heap;
#[cfg(feature = "alloc")]
pub(crate) mod named;
#[cfg(not(feature = "alloc"))]
pub(crate) mod no_heap;
pub(crate) mod operator;
pub(crate) mod or_panic;
#[cfg(feature = "alloc")]
mod plain;
#[cfg(feature = "alloc")]
pub(crate) mod reduced;
pub(crate) mod result;
#[cfg(feature = "alloc")]
pub(crate) mod runtime;
#[cfg(feature = "alloc")]
mod stated;
pub(crate) mod strategy;
pub(crate) mod sync;
pub(crate) mod typed_call;

/// Expands to the first call if the condition holds, else to the second.
#[doc(hidden)]
#[macro_export]
macro_rules! __bcast_share {
    (($($shares:tt)*) { $($shared:tt)* } { $($plain:tt)* }) => {
        if $($shares)* { $($shared)* } else { $($plain)* }
    };
}

/// Expands to the second call.
#[doc(hidden)]
#[macro_export]
macro_rules! __bcast_share_nothing {
    (($($shares:tt)*) { $($shared:tt)* } { $($plain:tt)* }) => {
        { $($plain)* }
    };
}
