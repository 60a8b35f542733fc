//! Shapes as types: the lengths of nested arrays, and the shape of a result made of them.

pub(crate) mod longest;
#[cfg_attr(not(test), expect(dead_code, reason = "no call is made of it yet"))]
pub(crate) mod nest;
#[cfg_attr(not(test), expect(dead_code, reason = "as above"))]
pub(crate) mod schedule;
pub(crate) mod shape;

pub use shape::StaticShape;
