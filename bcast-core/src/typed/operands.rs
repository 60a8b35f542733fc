//! Tensors as operands and places.

use crate::family::OneTensor;
use crate::operand::{AsOperand, View};
use crate::place::{AsPlace, PlaceView};
use crate::typed::shape::Shape;
use crate::typed::tensor::{TensorView, TensorViewMut};

macro_rules! operands {
    ($($tensor:ty;)*) => {$(
        impl<T, S: Shape> AsOperand for $tensor {
            type Elem = T;
            type Family = OneTensor<S::List>;
            type Rank = S::Rank;
            #[inline]
            fn view(&self) -> View<'_, T, Self::Family, S::Rank> {
                let (elements, layout) = self.parts();
                // SAFETY: a tensor has as many elements as its lengths say, one after the other in C order, as the strides do, and
                // the lengths are those of `S` where it says some.
                unsafe { View::new(elements, layout) }
            }
        }
    )*};
}
operands! {
    TensorView<'_, T, S>;
    TensorViewMut<'_, T, S>;
}

macro_rules! places {
    ($($tensor:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T, S: Shape> AsPlace for $tensor {
            type Elem = T;
            type Family = OneTensor<S::List>;
            type Rank = S::Rank;
            #[inline]
            fn place(&mut self) -> PlaceView<'_, T, Self::Family, S::Rank> {
                let (elements, layout) = self.parts_mut();
                // SAFETY: as for operands; the tensor is borrowed mutably.
                unsafe { PlaceView::new(elements, layout) }
            }
        }
    )*};
}
places! {
    TensorViewMut<'_, T, S>;
}

#[cfg(feature = "alloc")]
mod owned {
    use super::*;
    use crate::returned::Owner;
    use crate::typed::tensor::Tensor;

    operands!(Tensor<T, S>;);
    places!(Tensor<T, S>;);
    impl<T, S: Shape> Owner for Tensor<T, S> {}
}
