//! Traits by which method resolution tells types apart.
//!
//! It looks for a method by value, by reference and by mutable reference, and then for those of what the type dereferences to. At each place
//! it asks every trait in scope that has a method of the name, so there is one trait for each way to take the receiver, for all types, and a
//! second one only where two impls would overlap.

/// Such traits: each with what its method gives for every type that has it, a [`Unit`](crate::shape::unit::Unit).
macro_rules! by_receiver {
    ($($(#[$doc:meta])* $name:ident: fn $method:ident($($receiver:tt)*) {
        $([$($generic:tt)*] $this:ty => $answer:ty;)*
    })*) => {$(
        $(#[$doc])*
        pub trait $name {
            /// What is found.
            type Answer;
            /// What is found.
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
