//! The language in edition 2018.
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

/// Words that later editions reserve are names here.
#[must_use]
pub fn names(gen: &Array1<f32>) -> Array1<f32> {
    bcast!(
        gen + {
            let gen = gen * 2.0;
            gen - 1.0
        }
    )
}

#[test]
fn names_are_right() {
    assert_eq!(names(&ndarray::array![1.0]), ndarray::array![2.0]);
}
