//! Equality and hashing by lengths and elements, independent of ownership.

use core::hash::{Hash, Hasher};

use super::*;
use crate::shape::axes::{Shape, StaticShape};

macro_rules! equal {
    ([$($lifetime:lifetime)?] $borrow:lifetime $name:ident) => {
        equal!([$($lifetime)? 'b] $name<$($lifetime,)? T, S>, TensorView<'b, T, S>);
        equal!([$($lifetime)? 'b] $name<$($lifetime,)? T, S>, TensorViewMut<'b, T, S>);
        #[cfg(feature = "alloc")]
        equal!([$($lifetime)?] $name<$($lifetime,)? T, S>, Tensor<T, S>);
    };
    ([$($lifetime:lifetime)*] $left:ty, $right:ty) => {
        impl<$($lifetime,)* T: PartialEq, S: Shape> PartialEq<$right> for $left {
            fn eq(&self, other: &$right) -> bool {
                self.layout.lengths() == other.layout.lengths() && self.elements[..] == other.elements[..]
            }
        }
    };
}
all_tensors!(equal);

macro_rules! alone {
    ([$($lifetime:lifetime)?] $borrow:lifetime $name:ident) => {
        impl<$($lifetime,)? T: Eq, S: Shape> Eq for $name<$($lifetime,)? T, S> {}

        impl<$($lifetime,)? T: Hash, S: Shape> Hash for $name<$($lifetime,)? T, S> {
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.layout.lengths().hash(state);
                self.elements.hash(state);
            }
        }

        impl<$($lifetime,)? T, S, X, const N: usize> PartialEq<[X; N]> for $name<$($lifetime,)? T, S>
        where
            S: StaticShape<Nested<T> = [X; N]>,
            X: PartialEq,
        {
            fn eq(&self, other: &[X; N]) -> bool {
                self.as_nested() == other
            }
        }
    };
}
all_tensors!(alone);
