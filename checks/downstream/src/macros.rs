//! Calls inside `macro_rules!`, of this crate and of others.

/// The re-exported macros.
#[doc(hidden)]
pub use bcast::{bcast as __bcast, try_bcast as __try_bcast};

/// `a * b` of any types.
#[macro_export]
macro_rules! product {
    ($a:expr, $b:expr $(, $name:ident = $value:expr)* $(,)?) => {
        $crate::macros::__bcast!($a * $b $(, $name = $value)*)
    };
}

/// A place and a compound assignment.
#[macro_export]
macro_rules! add_to {
    ($place:expr, $($x:expr),+) => {
        $($crate::macros::__bcast!($place += $x);)+
    };
}

/// With a local of its own, options by name, and `where`.
#[macro_export]
macro_rules! scaled {
    ($x:ident by $y:ident at $axis:expr, $mode:ident, [$($length:tt),*]) => {{
        let factor = 2.0;
        $crate::macros::__try_bcast!({ let v = $x * factor; v + $y }, mode = $mode, axis = $axis, where $x: [$($length),*])
    }};
}

/// Tokens passed through unchanged.
#[macro_export]
macro_rules! pass {
    ($($tokens:tt)*) => {
        $crate::macros::__bcast!($($tokens)*)
    };
}

/// Defines a function for each name.
macro_rules! unary {
    ($($(#[$doc:meta])* $name:ident => |$x:ident| $body:expr;)*) => {$(
        $(#[$doc])*
        #[must_use]
        pub fn $name($x: &ndarray::ArrayD<f32>) -> ndarray::ArrayD<f32> {
            bcast::bcast!($body)
        }
    )*};
}
unary! {
    /// The absolute value.
    absolute => |x| x.abs();
    /// Twice and one more.
    twice_and_one => |x| x * 2.0 + 1.0;
    /// Zero below zero.
    relu => |x| if x > 0.0 { x } else { 0.0 };
}
