//! Element-wise expressions over arrays of different shapes.
#![forbid(unsafe_code)]
#![no_std]

pub use bcast_core::{Broadcast, BroadcastError};

/// The modes, as names for `mode = NAME` and as values for the run-time API.
pub mod mode {
    pub use bcast_core::mode::Mode;
    pub use bcast_core::names::{
        bidirectional, explicit, multidirectional, ncnn, none, numpy, paddle, pdpd, unidirectional,
    };
}

/// Evaluates an element-wise expression over arrays of different shapes.
#[macro_export]
macro_rules! bcast {
    ($($tokens:tt)*) => {
        $crate::__private::__bcast!($crate; $($tokens)*)
    };
}

/// [`bcast!`] that returns a `Result` instead of panicking.
#[macro_export]
macro_rules! try_bcast {
    ($($tokens:tt)*) => {
        $crate::__private::__try_bcast!($crate; $($tokens)*)
    };
}

#[doc(hidden)]
pub mod __private {
    pub use bcast_core::__private::*;
    pub use bcast_macros::{__bcast, __try_bcast};
}
