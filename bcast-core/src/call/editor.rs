//! The type that an editor shows for an operand: an array's element, so that its methods are completed after `x.`.
//!
//! Expansions for editors call `x.__bcast_tag().__bcast_shown()`, resolved as in [`kind`](crate::operand::kind). They are never run.
#![allow(missing_docs, reason = "documented by their traits")]

use crate::math::Real;
use crate::operand::entry::AsOperand;
use crate::operand::kind::{Primitive, Tag};
use crate::operand::nested::NestedArray;

pub trait Tagged {
    /// Four references deep, so that method resolution begins with [`Shown1`].
    #[doc(hidden)]
    fn __bcast_tag(&self) -> &&&&Tag<Self> {
        unreachable!("an editor runs nothing")
    }
    /// A value of the type that the context expects.
    #[doc(hidden)]
    fn __bcast_any<X>(&self) -> X {
        unreachable!("an editor runs nothing")
    }
}
impl<T: ?Sized> Tagged for T {}

/// Level 1: arrays, shown as an element.
pub trait Shown1 {
    type Shown;
    #[doc(hidden)]
    fn __bcast_shown(&self) -> Self::Shown {
        unreachable!("an editor runs nothing")
    }
}
impl<T: AsOperand + ?Sized> Shown1 for &&&Tag<T> {
    type Shown = T::Elem;
}

/// Level 2: nested arrays of scalars, shown as the innermost element.
pub trait Shown2 {
    type Shown;
    #[doc(hidden)]
    fn __bcast_shown(&self) -> Self::Shown {
        unreachable!("an editor runs nothing")
    }
}
impl<T: NestedArray<Array: Innermost>> Shown2 for &&Tag<T> {
    type Shown = <T::Array as Innermost>::Scalar;
}

/// Level 3: other nested arrays; the context determines the element's type.
pub trait Shown3 {
    #[doc(hidden)]
    fn __bcast_shown<X>(&self) -> X {
        unreachable!("an editor runs nothing")
    }
}
impl<T: NestedArray> Shown3 for &Tag<T> {}

/// Level 4: anything else, shown as itself.
pub trait Shown4 {
    type Shown;
    #[doc(hidden)]
    fn __bcast_shown(&self) -> Self::Shown {
        unreachable!("an editor runs nothing")
    }
}
impl<T> Shown4 for Tag<T> {
    type Shown = T;
}

/// A scalar, or a nested array of them.
pub trait Innermost {
    type Scalar;
}
impl<T: Primitive> Innermost for T {
    type Scalar = T;
}
impl<T: Innermost, const N: usize> Innermost for [T; N] {
    type Scalar = T::Scalar;
}

macro_rules! functions {
    ($($name:ident)*) => {
        /// The functions that the standard library lacks, with the signatures that they have in an expression.
        pub trait Functions {
            type Real;
            $(
                /// The function of this name in `bcast::math`, which vectorises.
                fn $name(self) -> Self::Real;
            )*
        }

        impl<T: Real> Functions for &T {
            type Real = T;
            $(
                /// The function of this name in `bcast::math`, which vectorises.
                fn $name(self) -> T {
                    unreachable!("an editor runs nothing")
                }
            )*
        }
    };
}

functions! { gelu gelu_tanh rsqrt sigmoid silu softplus }
