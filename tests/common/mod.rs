//! Arrays for the tests of the language.
use ndarray::{Array, Dimension, IntoDimension};

/// An array whose elements are 1.0, 2.0, .. in C order.
pub fn counted<Sh: IntoDimension>(shape: Sh) -> Array<f32, Sh::Dim> {
    let dim = shape.into_dimension();
    let count = dim.size();
    let elements = (0..count).map(|index| (index + 1) as f32).collect();
    Array::from_shape_vec(dim, elements).unwrap()
}
