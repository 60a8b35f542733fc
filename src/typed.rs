//! Shapes in types: what [`shape!`](crate::shape) writes, the arrays that have such shapes, and their errors.
//!
//! [`TensorView`] and [`TensorViewMut`] borrow what a [`Tensor`] owns.

#[cfg(feature = "alloc")]
pub use bcast_core::typed::Tensor;
pub use bcast_core::typed::{AxisName, Len, NamedLen, One, Shape, ShapeError, ShapeErrorKind, Unknown};
#[doc(hidden)]
pub use bcast_core::typed::{TensorView, TensorViewMut};
// The compiler writes these names in messages without a path, since a module that is not hidden has them.
#[doc(hidden)]
pub use bcast_core::messages::*;

/// For code that is generic over shapes: what methods of tensors ask of a [`Shape`] and its axes, and what they give.
pub mod generic {
    pub use bcast_core::typed::{
        Axis, AxisLength, AxisRestatesAs, Indices, InsertAxis, LengthOne, Outermost, RemoveAxis, RestatesAs,
        StaticAxis, StaticShape,
    };
}
