//! Shapes in types: axes, shapes and their rules, nested arrays and tensors.

pub(crate) mod check;
#[cfg(feature = "alloc")]
pub(crate) mod clause;
pub(crate) mod constant;
pub(crate) mod fits;
pub(crate) mod join;
pub mod names;
pub(crate) mod output;
pub(crate) mod placements;
pub(crate) mod plan;
pub(crate) mod position;
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

#[doc(hidden)]
pub use messages::*;

/// Names that only the compiler's messages need. The compiler prints a name without a path if a public module exports it: `typed`, here and
/// in the crate `bcast-dsl`.
#[doc(hidden)]
pub mod messages {
    pub use super::check::Shapes;
    pub use super::fits::{Fits, FitsAxis, FitsPlace, FitsPlaceAxis, Nth, Sits, SitsInPlace};
    pub use super::fits::{NoPlace, OnPlace, OnResult, Outside, Stays, Stretches};
    pub use super::join::{JoinLength, Zip};
    pub use super::names;
    pub use super::position::{AxisAtRunTime, VectorAtRunTime};
    pub use super::refusals::*;
    pub use super::stated::UnknownLength_WriteBracesForAConstant;
    pub use crate::shape::axis::DeclaredName;
    // Unique names, since other items are called `Other` and `Unknown`, and the compiler prints paths before ambiguous names.
    pub use super::fits::Other as NoOperand;
    pub use crate::shape::axis::Unknown as __;
}
