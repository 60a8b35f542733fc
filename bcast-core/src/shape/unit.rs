//! Zero-sized types that carry facts about a call.

/// A type with one value of size zero: knowing the type is having the value.
pub trait Unit: Sized {
    /// The value.
    const UNIT: Self;
}

/// Implements [`Unit`], one type a row.
macro_rules! units {
    ($([$($generic:tt)*] $unit:ty = $value:expr;)*) => {$(
        impl<$($generic)*> $crate::shape::unit::Unit for $unit {
            const UNIT: Self = $value;
        }
    )*};
}
pub(crate) use units;
