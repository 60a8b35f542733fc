//! Checks of types whose failure is reported with a message of ours, at the user's tokens, and with nothing else.
//!
//! Generated code calls the associated function of a trait by its path, `__BcastAccepted::__bcast_accepted(&kind)`, with the user's spans
//! throughout. What decides how the compiler reports a missing impl:
//! - A bound of a function or method adds a note with the function's name and a line of this crate; the trait of an associated function does
//!   not.
//! - An impl with a bound that fails (`Acceptable`) makes the compiler report the bound, whose message can differ by kind. It lists such
//!   impls, unless the trait that is called has only an impl for a type parameter (`Accepted`).
//! - A trait's name is printed without a path if a public module exports it ([`messages`](crate::messages)).

use crate::shape::unit::Unit;

/// Types that pass the check.
pub trait Accepted: Unit {
    /// Returns the kind. A reference, whose tokens can have spans over all of the user's, so that the compiler underlines those alone.
    #[doc(hidden)]
    #[inline(always)]
    fn __bcast_accepted(_: &Self) -> Self {
        Self::UNIT
    }
}
impl<K: Acceptable + Unit> Accepted for K {}

/// The bounds of [`Accepted`] by kind.
pub trait Acceptable {}

/// Implements [`Acceptable`] for kinds, each with the bound that carries its message, if it is refused.
macro_rules! acceptable {
    ($([$($generic:tt)*] $kind:ty $(where $bound:ty: $refusal:path)?;)*) => {$(
        impl<$($generic)*> $crate::operand::accepted::Acceptable for $kind $(where $bound: $refusal)? {}
    )*};
}
pub(crate) use acceptable;

/// A kind that passes a value on, and one that leaves its type open after an error, so that nothing else fails.
macro_rules! opens {
    ($kind:ident, [$($generic:tt)*] $refused:ident<$($parameter:ident),*>) => {
        impl $crate::shape::unit::Unit for $kind {
            const UNIT: Self = Self;
        }
        impl<$($generic)*> $crate::shape::unit::Unit for $refused<$($parameter),*> {
            const UNIT: Self = Self(core::marker::PhantomData);
        }
        impl $kind {
            /// Returns the value.
            #[inline(always)]
            pub fn open<V>(&self, value: V) -> V {
                value
            }
        }
        impl<$($generic)*> $refused<$($parameter),*> {
            /// Leaves the type of the value open.
            pub fn open<V, X>(&self, _value: V) -> X {
                unreachable!("it is not `Acceptable`")
            }
        }
    };
}
pub(crate) use opens;
