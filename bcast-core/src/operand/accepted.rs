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

/// Passes a value on past an accepted kind; past a refused one its type is open after an error, so that nothing else fails.
///
/// A function, not a method of the kinds: the rank of a slice by `s![0, ..]`, and so a kind, is unknown until its integer has a type.
#[inline(always)]
pub fn opened<K: Opens<V, X>, V, X>(_: &K, value: V) -> X {
    K::open(value)
}
/// See [`opened`].
pub trait Opens<V, X> {
    /// Returns the value.
    fn open(value: V) -> X;
}

/// An accepted kind and refused ones; or several of each that have values already.
macro_rules! opens {
    ($kind:ident $(, [$($generic:tt)*] $refused:ident<$($parameter:ident),*>)*) => {
        $crate::shape::unit::units! {
            [] $kind = Self;
            $([$($generic)*] $refused<$($parameter),*> = Self(core::marker::PhantomData);)*
        }
        $crate::operand::accepted::opens! { accepted: [] $kind; refused: $([$($generic)*] $refused<$($parameter),*>;)* }
    };
    (accepted: $([$($generic:tt)*] $kind:ty;)* refused: $([$($of_refused:tt)*] $refused:ty;)*) => {
        $(impl<V, $($generic)*> $crate::operand::accepted::Opens<V, V> for $kind {
            #[inline(always)]
            fn open(value: V) -> V {
                value
            }
        })*
        $(impl<V, X, $($of_refused)*> $crate::operand::accepted::Opens<V, X> for $refused {
            fn open(_: V) -> X {
                unreachable!("it is refused")
            }
        })*
    };
}
pub(crate) use opens;
