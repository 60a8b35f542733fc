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

// What a path outside `doc(hidden)` modules leads to, the compiler's messages write without the path.
#[doc(hidden)]
pub use check::Shapes;
#[doc(hidden)]
pub use fits::Nth;
#[doc(hidden)]
pub use fits::{Fits, FitsAxis, FitsPlace, FitsPlaceAxis, Sits, SitsInPlace};
#[doc(hidden)]
pub use fits::{NoPlace, OnPlace, OnResult, Outside, Stays, Stretches};
#[doc(hidden)]
pub use refusals::*;
// std has an `Unknown` too, and the compiler writes paths before names that are not the only ones.
#[doc(hidden)]
pub use crate::shape::axis::{DeclaredName, Unknown as __};
#[doc(hidden)]
pub use position::{AxisAtRunTime, VectorAtRunTime};
