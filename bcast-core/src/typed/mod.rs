//! Shapes as types: the lengths of nested arrays, and the shape of a result made of them.

pub(crate) mod longest;
pub(crate) mod nest;
pub(crate) mod schedule;
pub(crate) mod shape;

pub use shape::StaticShape;
