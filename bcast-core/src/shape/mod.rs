//! Shapes as types: lengths, lists of them, and ranks.

/// Implements traits that map a type to another one: each line is an impl, and says what its one associated type is.
macro_rules! maps {
    ($([$($generic:tt)*] <$of:ty as $map:path>::$name:ident = $to:ty;)*) => {$(
        impl<$($generic)*> $map for $of {
            type $name = $to;
        }
    )*};
}
pub(crate) use maps;

pub(crate) mod axes;
pub(crate) mod axis;
#[cfg(not(feature = "alloc"))]
pub(crate) mod fixed;
pub(crate) mod literals;
pub(crate) mod rank;
pub(crate) mod unit;
