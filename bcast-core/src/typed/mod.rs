//! Shapes in types: axes, shapes and their rules, nested arrays and tensors.

pub(crate) mod axis;
mod error;
pub(crate) mod longest;
pub(crate) mod shape;
mod tensor;
pub(crate) mod walk;

pub use axis::{Axis, AxisLength, AxisName, Dim, Len, One, StaticAxis, Unknown};
pub use error::{ShapeError, ShapeErrorKind};
pub use shape::{Shape, StaticShape};
pub use tensor::{AxisRestatesAs, InsertAxis, LengthOne, Outermost, RemoveAxis, RestatesAs};
pub use tensor::{Indices, Tensor, TensorView, TensorViewMut};
