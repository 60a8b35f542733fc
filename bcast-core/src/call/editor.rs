//! The type of an operand in an editor: an array's element, whose methods are completed after `x.`.
//!
//! Expansions call `x.__bcast_tag().__bcast_shown()`, with the method resolution of [`kind`](crate::operand::kind), and
//! only in an editor, where nothing runs.

use crate::math::Real;
use crate::operand::entry::AsOperand;
use crate::operand::kind::{Primitive, Tag};
use crate::operand::nested::NestedArray;

/// A value of any type.
pub trait Tagged {
    /// Four references deep, so that method resolution begins with [`Shown1`]. Never called.
    #[doc(hidden)]
    fn __bcast_tag(&self) -> &&&&Tag<Self> {
        unreachable!("an editor runs nothing")
    }
}
impl<T: ?Sized> Tagged for T {}

/// Arrays are shown as an element.
pub trait Shown1 {
    /// An element.
    type Shown;
    /// Never called.
    #[doc(hidden)]
    fn __bcast_shown(&self) -> Self::Shown {
        unreachable!("an editor runs nothing")
    }
}
impl<T: AsOperand + ?Sized> Shown1 for &&&Tag<T> {
    type Shown = T::Elem;
}

/// Nested arrays of scalars are shown as their innermost element.
pub trait Shown2 {
    /// An element.
    type Shown;
    /// Never called.
    #[doc(hidden)]
    fn __bcast_shown(&self) -> Self::Shown {
        unreachable!("an editor runs nothing")
    }
}
impl<T: NestedArray<Array: Innermost>> Shown2 for &&Tag<T> {
    type Shown = <T::Array as Innermost>::Scalar;
}

/// The element of other nested arrays has the type that the context expects.
pub trait Shown3 {
    /// Never called.
    #[doc(hidden)]
    fn __bcast_shown<X>(&self) -> X {
        unreachable!("an editor runs nothing")
    }
}
impl<T: NestedArray> Shown3 for &Tag<T> {}

/// Anything else is shown as itself.
pub trait Shown4 {
    /// The operand.
    type Shown;
    /// Never called.
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
    /// The scalar.
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
        /// The functions missing from the standard library, as they look in the expression: kernels compute their
        /// values later.
        pub trait Functions {
            /// The type of the number.
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
