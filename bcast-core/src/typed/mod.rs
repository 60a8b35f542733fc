//! Shapes in types: axes, shapes and their rules, nested arrays and tensors.

pub(crate) mod align;
pub(crate) mod asked;
pub(crate) mod axis;
pub(crate) mod call;
pub(crate) mod containers;
mod error;
pub(crate) mod fit;
pub(crate) mod nest;
mod operands;
pub(crate) mod outcome;
mod plan;
pub(crate) mod schedule;
pub(crate) mod shape;
pub(crate) mod stated;
mod tensor;
pub(crate) mod vector;
pub(crate) mod walk;
pub(crate) mod way;

pub use axis::{Axis, AxisLength, AxisName, Dim, Len, One, StaticAxis, Unknown};
pub use error::{ShapeError, ShapeErrorKind};
pub use shape::{Shape, StaticShape};
pub use tensor::{AxisRestatesAs, InsertAxis, LengthOne, Outermost, RemoveAxis, RestatesAs};
pub use tensor::{Indices, Tensor, TensorView, TensorViewMut};
