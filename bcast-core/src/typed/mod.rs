//! Shapes in types: axes, shapes and their rules, nested arrays and tensors.

pub(crate) mod check;
#[cfg(feature = "alloc")]
pub(crate) mod clause;
pub(crate) mod constant;
pub(crate) mod fits;
#[cfg(feature = "alloc")]
pub(crate) mod in_frame;
pub(crate) mod join;
pub mod names;
pub(crate) mod output;
pub(crate) mod placements;
pub(crate) mod plan;
pub(crate) mod position;
#[cfg(feature = "alloc")]
pub(crate) mod reduced;
pub(crate) mod refusals;
pub(crate) mod stated;
pub(crate) mod vector;

pub use crate::shape::axes::{Shape, StaticShape};
pub use crate::shape::axis::{Axis, AxisLength, AxisName, Len, NamedLen, One, StaticAxis, Unknown};
#[cfg(feature = "alloc")]
pub use crate::tensor::Tensor;
pub use crate::tensor::error::{ShapeError, ShapeErrorKind};
pub use crate::tensor::{AxisRestatesAs, InsertAxis, LengthOne, Outermost, RemoveAxis, RestatesAs};
pub use crate::tensor::{Indices, TensorView, TensorViewMut};
