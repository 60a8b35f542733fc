//! Defines traits that separate types by method resolution.
//!
//! Method resolution tries a method by value, by reference and by mutable reference, then on the type's `Deref` target. At each step it
//! tries every trait in scope that has the method, so one trait per kind of receiver serves all types, and a second one is needed only
//! where impls would overlap.

/// Defines such traits; each impl returns a [`Unit`](crate::shape::unit::Unit).
macro_rules! by_receiver {
    ($($(#[$doc:meta])* $name:ident: fn $method:ident($($receiver:tt)*) {
        $([$($generic:tt)*] $this:ty => $answer:ty;)*
    })*) => {$(
        $(#[$doc])*
        pub trait $name {
            /// The kind found.
            type Answer;
            /// Returns the kind found.
            fn $method($($receiver)*) -> Self::Answer;
        }
        by_receiver! { @ impl $name $method ($($receiver)*) $([$($generic)*] $this => $answer;)* }
    )*};
    (@ impl $name:ident $method:ident $receiver:tt $([$($generic:tt)*] $this:ty => $answer:ty;)*) => {
        $(by_receiver! { @ impl [$($generic)*] $name $method $receiver $this => $answer })*
    };
    (@ impl [$($generic:tt)*] $name:ident $method:ident ($($receiver:tt)*) $this:ty => $answer:ty) => {
        impl<$($generic)*> $name for $this {
            type Answer = $answer;
            #[inline(always)]
            fn $method($($receiver)*) -> $answer {
                $crate::shape::unit::Unit::UNIT
            }
        }
    };
}
pub(crate) use by_receiver;

/// Implements the methods by which the type of a refused operand or place is left open after an error. Each line is a kind, and the reason why
/// it is refused.
macro_rules! left_open {
    ($([$($generic:tt)*] $kind:ty: $why:literal;)*) => {$(
        impl<$($generic)*> $kind {
            /// Leaves the operand's type open after an error.
            pub fn bind<Operand: ?Sized, X>(self, _: &Operand) -> X {
                unreachable!($why)
            }

            /// The same for a place.
            pub fn bind_place<Place: ?Sized, X>(self, _: &mut Place) -> X {
                unreachable!($why)
            }
        }
    )*};
}
pub(crate) use left_open;

/// Defines kinds of operands and places: zero-sized types with no axes to walk.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident $(<$t:ident>)?;)*) => {$(
        $(#[$doc])*
        pub struct $kind$(<$t: ?Sized>)?(core::marker::PhantomData<fn($(&$t)?)>);
        $crate::shape::unit::copied! {
            [$($t: ?Sized)?] $kind$(<$t>)?;
        }
        $crate::shape::unit::units! {
            [$($t: ?Sized)?] $kind$(<$t>)? = Self(core::marker::PhantomData);
        }
        impl$(<$t: ?Sized>)? $kind$(<$t>)? {
            /// Nothing is left to walk.
            #[inline(always)]
            pub fn __bcast_step(self) -> Self {
                self
            }
        }
    )*};
}
pub(crate) use kinds;
