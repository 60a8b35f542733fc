//! The language in edition 2024.
#![forbid(unsafe_code)]
#![deny(warnings, clippy::pedantic)]

#[path = "../../shared/calls.rs"]
pub mod calls;
#[path = "../../shared/layer.rs"]
pub mod layer;

use bcast::bcast;
#[doc(hidden)]
pub use bcast::bcast as __bcast;
use ndarray::Array1;

/// A chain of conditions.
#[must_use]
pub fn chain(maybe: &Array1<Option<f32>>) -> Array1<f32> {
    bcast!(if let Some(v) = maybe
        && v > 0.0
    {
        v
    } else {
        0.0
    })
}

#[test]
fn a_chain_of_conditions() {
    assert_eq!(chain(&ndarray::array![Some(1.0), Some(-1.0), None]), ndarray::array![1.0, 0.0, 0.0]);
}
