//! Equality and hashing by lengths and elements, independent of ownership.

use core::hash::{Hash, Hasher};

use super::{TensorView, TensorViewMut};
use crate::shape::axes::{Shape, StaticShape};

macro_rules! equal {
    ($([$($lifetime:lifetime)*] $left:ty, $right:ty;)*) => {$(
        impl<$($lifetime,)* T: PartialEq, S: Shape> PartialEq<$right> for $left {
            fn eq(&self, other: &$right) -> bool {
                self.layout.lengths() == other.layout.lengths() && self.elements[..] == other.elements[..]
            }
        }
    )*};
}
equal! {
    ['a 'b] TensorView<'a, T, S>, TensorView<'b, T, S>;
    ['a 'b] TensorView<'a, T, S>, TensorViewMut<'b, T, S>;
    ['a 'b] TensorViewMut<'a, T, S>, TensorView<'b, T, S>;
    ['a 'b] TensorViewMut<'a, T, S>, TensorViewMut<'b, T, S>;
}

macro_rules! alone {
    ($([$($lifetime:lifetime)?] $type:ty;)*) => {$(
        impl<$($lifetime,)? T: Eq, S: Shape> Eq for $type {}

        impl<$($lifetime,)? T: Hash, S: Shape> Hash for $type {
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.layout.lengths().hash(state);
                self.elements.hash(state);
            }
        }

        impl<$($lifetime,)? T, S, X, const N: usize> PartialEq<[X; N]> for $type
        where
            S: StaticShape<Nested<T> = [X; N]>,
            X: PartialEq,
        {
            fn eq(&self, other: &[X; N]) -> bool {
                self.as_nested() == other
            }
        }
    )*};
}
alone! {
    ['a] TensorView<'a, T, S>;
    ['a] TensorViewMut<'a, T, S>;
}
