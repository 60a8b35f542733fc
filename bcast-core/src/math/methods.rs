//! What `x.exp()` means inside the macro: by auto-reference, method resolution finds ours for the formats that have it, and the
//! type's own method for every other type.

use super::real::Real;

macro_rules! methods {
    ($(#[$attribute:meta])* $Trait:ident for $Receiver:ty, |$receiver:ident| $value:expr, $($name:ident($($other:ident)?))*) => {
        $(#[$attribute])*
        pub trait $Trait {
            /// The type of the number.
            type Real;
            $(
                /// The function of this name in `bcast::math`, which vectorises.
                fn $name(self $(, $other: Self::Real)?) -> Self::Real;
            )*
        }

        impl<T: Real> $Trait for $Receiver {
            type Real = T;
            $(
                /// The function of this name in `bcast::math`, which vectorises.
                #[inline(always)]
                fn $name(self $(, $other: T)?) -> T {
                    let $receiver = self;
                    super::$name($value $(, $other)?)
                }
            )*
        }
    };
}

methods! {
    /// The functions that are methods in the standard library too. The macro writes `(&&&&&x).exp()`, and so many references are
    /// looked at before the number itself; nobody else has them, so this trait does nothing where ordinary Rust stands in a call.
    Swapped for &&&&&T, |number| *****number,
    cos() erf() exp() exp2() exp_m1() ln() ln_1p() log10() log2() powf(y) sin() sqrt() tan() tanh()
}

methods! {
    /// The functions that the standard library lacks. The macro changes nothing in their calls: one reference is looked at after
    /// the number itself, so that a method of this name that the type has otherwise, by a trait of the user's, is found before.
    Extra for &T, |number| *number,
    gelu() gelu_tanh() rsqrt() sigmoid() silu() softplus()
}
