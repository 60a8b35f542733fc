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

macro_rules! shown {
    ($($(#[$doc:meta])* $level:ident: [$($generic:tt)*] $this:ty => $shown:ty;)*) => {$(
        $(#[$doc])*
        pub trait $level {
            type Shown;
            #[doc(hidden)]
            fn __bcast_shown(&self) -> Self::Shown {
                unreachable!("an editor runs nothing")
            }
        }
        impl<$($generic)*> $level for $this {
            type Shown = $shown;
        }
    )*};
}
shown! {
    /// Level 1: arrays, shown as an element.
    Shown1: [T: AsOperand + ?Sized] &&&Tag<T> => T::Elem;
    /// Level 2: nested arrays of scalars, shown as the innermost element.
    Shown2: [T: NestedArray<Array: Innermost>] &&Tag<T> => <T::Array as Innermost>::Scalar;
    /// Level 4: anything else, shown as itself.
    Shown4: [T] Tag<T> => T;
}

/// Level 3: other nested arrays; the context determines the element's type.
pub trait Shown3 {
    #[doc(hidden)]
    fn __bcast_shown<X>(&self) -> X {
        unreachable!("an editor runs nothing")
    }
}
impl<T: NestedArray> Shown3 for &Tag<T> {}

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

/// Reductions as functions of one element, for the types and the documentation that an editor shows.
pub mod reductions {
    macro_rules! reductions {
        ($($(#[$doc:meta])* $name:ident<$($t:ident),*>($($element:ident: $of:ty)?) -> $out:ty;)*) => {$(
            $(#[$doc])*
            pub fn $name<$($t,)* Axis>($($element: $of,)? axis: Axis) -> $out {
                let _ = ($($element,)? axis);
                unreachable!("editors run nothing")
            }
        )*};
    }
    reductions! {
        /// `sum(e, axis = k)`: the sum along an axis; 0 if that is empty.
        sum<T>(element: T) -> T;
        /// `prod(e, axis = k)`: the product along an axis; 1 if that is empty.
        prod<T>(element: T) -> T;
        /// `mean(e, axis = k)`: the sum along an axis, divided by the number of elements.
        mean<T>(element: T) -> T;
        /// `min(e, axis = k)`: the smallest element along an axis; a NaN wins.
        min<T>(element: T) -> T;
        /// `max(e, axis = k)`: the largest element along an axis; a NaN wins.
        max<T>(element: T) -> T;
        /// `any(e, axis = k)`: true if some element along an axis is.
        any<>(element: bool) -> bool;
        /// `all(e, axis = k)`: true if every element along an axis is.
        all<>(element: bool) -> bool;
        /// `count(e, axis = k)`: how many elements along an axis are true.
        count<>(element: bool) -> usize;
        /// `index(axis = k)`: the position along an axis.
        index<>() -> usize;
        /// `len(axis = k)`: the length of an axis.
        len<>() -> usize;
        /// `argmin(e, axis = k)`: the position of the first smallest element along an axis.
        argmin<T>(element: T) -> usize;
        /// `argmax(e, axis = k)`: the position of the first largest element along an axis.
        argmax<T>(element: T) -> usize;
    }
}
