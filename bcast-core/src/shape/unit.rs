//! Zero-sized types that carry facts about a call.

/// A type with one value of size zero: knowing the type is having the value.
pub trait Unit: Sized {
    /// The value.
    const UNIT: Self;
}

/// Implements [`Unit`]: each line is a type and its value.
macro_rules! units {
    ($([$($generic:tt)*] $unit:ty = $value:expr;)*) => {$(
        impl<$($generic)*> $crate::shape::unit::Unit for $unit {
            const UNIT: Self = $value;
        }
    )*};
}
pub(crate) use units;
units! { [T: ?Sized] core::marker::PhantomData<T> = core::marker::PhantomData; }

/// Implements `Clone` and `Copy` for types that are copied whatever their parameters are; derived impls would ask the same of those.
macro_rules! copied {
    ($([$($generic:tt)*] $of:ty;)*) => {$(
        impl<$($generic)*> Clone for $of {
            #[inline(always)]
            fn clone(&self) -> Self {
                *self
            }
        }
        impl<$($generic)*> Copy for $of {}
    )*};
}
pub(crate) use copied;
