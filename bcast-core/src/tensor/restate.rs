//! Conversions to types that state nothing new about the same lengths.

use super::layout::DenseLayout;
use super::*;
use crate::shape::axes::Shape;
use crate::shape::axis::{Axis, AxisName, Len, NamedLen, One, Unknown};

/// An axis type `To` that holds for every axis of type `Self`, so needs no check: an unknown length, a name, or `Self`'s length.
#[diagnostic::on_unimplemented(
    message = "nothing says that an axis `{Self}` is `{To}`",
    label = "the new type says more of an axis than the old one",
    note = "`try_restate` checks it when the program runs"
)]
pub trait AxisRestatesAs<To> {}
impl<A: Axis> AxisRestatesAs<Unknown> for A {}
impl<A: Axis, Name: AxisName> AxisRestatesAs<NamedLen<Name>> for A {}
impl<const N: usize> AxisRestatesAs<Len<N>> for Len<N> {}
impl AxisRestatesAs<One> for One {}
impl AxisRestatesAs<Len<1>> for One {}
impl AxisRestatesAs<One> for Len<1> {}

/// A shape whose axes all [restate](AxisRestatesAs) as those of another.
#[diagnostic::on_unimplemented(
    message = "nothing says that a shape `{Self}` is `{To}`",
    label = "the new type says more than the old one, or is of another rank",
    note = "`try_restate` checks lengths when the program runs, `try_reshape` changes the rank"
)]
pub trait RestatesAs<To: Shape>: Shape<Lengths = To::Lengths> {}

macro_rules! shapes {
    ($($($from:ident $to:ident)*;)*) => {$(
        impl<$($from: Axis + AxisRestatesAs<$to>, $to: Axis),*> RestatesAs<($($to,)*)> for ($($from,)*) {}
    )*};
}
shapes! {
    ;
    A I;
    A I B J;
    A I B J C K;
    A I B J C K D L;
    A I B J C K D L E M;
    A I B J C K D L E M F N;
    A I B J C K D L E M F N G O;
    A I B J C K D L E M F N G O H P;
}

macro_rules! restate {
    ([$($lifetime:lifetime)?] $borrow:lifetime $name:ident) => {
        impl<$($lifetime,)? T, S: Shape> $name<$($lifetime,)? T, S> {
            /// The same tensor with a type that states no more about its lengths: a length becomes a name or unknown, a name becomes
            /// another name, and `Len<1>` becomes `One` and back. Nothing is copied.
            ///
            /// ```
            /// # use bcast_core as bcast;
            /// use bcast::typed::{Len, One, Tensor, Unknown};
            ///
            /// let image = Tensor::<f32, (Len<1>, Len<3>)>::filled(0.0);
            /// let batch: Tensor<f32, (Unknown, Len<3>)> = image.restate();
            /// assert_eq!(batch.shape(), [1, 3]);
            /// ```
            ///
            /// The old type must imply the new one, which the compiler checks:
            ///
            /// ```compile_fail,E0277
            /// # use bcast_core as bcast;
            /// use bcast::typed::{Len, Tensor, Unknown};
            ///
            /// let rows = Tensor::<_, (Unknown, Len<3>)>::filled_with([2, 3], 0.0).unwrap();
            /// let two = rows.restate::<(Len<2>, Len<3>)>(); // `try_restate` does that
            /// ```
            #[inline]
            #[must_use]
            pub fn restate<S2: Shape>(self) -> $name<$($lifetime,)? T, S2>
            where
                S: RestatesAs<S2>,
            {
                let layout = DenseLayout::new(*self.layout.lengths()).expect("`RestatesAs` holds for every length");
                $name { layout, elements: self.elements }
            }
        }
    };
}
all_tensors!(restate);
