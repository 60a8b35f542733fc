//! A crate that re-exports the facade: whole, in part, and inside a macro of its own.
#![forbid(unsafe_code)]
#![deny(warnings, clippy::pedantic)]

pub use bcast;
pub use bcast::bcast as each;
pub use ndarray;

/// The macros, re-exported in a prelude.
pub mod prelude {
    pub use bcast::{BroadcastError, Tensor, bcast, dim, shape, try_bcast};
}

/// `a * x + y`, in a macro of this crate that another one uses.
#[macro_export]
macro_rules! axpy {
    ($a:expr, $x:expr, $y:expr $(, $($options:tt)*)?) => {
        $crate::bcast::bcast!($a * $x + $y $(, $($options)*)?)
    };
}

/// `place += a * x`.
#[macro_export]
macro_rules! accumulate {
    ($place:expr, $a:expr, $x:expr) => {
        $crate::bcast::bcast!($place += $a * $x)
    };
}
