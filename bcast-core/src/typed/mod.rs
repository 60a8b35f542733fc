//! Shapes in types: axes, shapes and their rules, nested arrays and tensors.

pub(crate) mod align;
pub(crate) mod axis;
pub(crate) mod call;
pub(crate) mod containers;
mod error;
pub(crate) mod fit;
pub(crate) mod nest;
mod operands;
pub(crate) mod outcome;
mod plan;
pub(crate) mod refusals;
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

// What a path outside `doc(hidden)` modules leads to, the compiler's messages write without the path.
#[doc(hidden)]
pub use fit::{Differs, Higher, NoPlace, OfAnotherRank, OnPlace, OnResult, Past, Stays, Stretches};
#[doc(hidden)]
pub use fit::{Fits, FitsAxis, FitsPlace, FitsPlaceAxis, Sits, SitsInPlace};
#[doc(hidden)]
pub use refusals::*;
// Names that others have too, std's `Unknown` and ndarray's `Dim`, are written with it; these are not.
#[doc(hidden)]
pub use axis::{Dim as DimOf, Unknown as __};
#[doc(hidden)]
pub use align::{AxisAtRunTime, OutOfRange, Uneven, VectorAtRunTime};
