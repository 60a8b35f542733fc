//! Shapes in types: axes, shapes and their rules, nested arrays and tensors.

pub(crate) mod axis;
pub(crate) mod longest;
pub(crate) mod shape;
pub(crate) mod walk;

pub use axis::{Axis, AxisLength, AxisName, Dim, Len, One, StaticAxis, Unknown};
pub use shape::{Shape, StaticShape};
