//! The modes, as names for `mode = NAME` and as values for the run-time API.
//!
//! The name `multidirectional` is ONNX's for [`numpy`], and means the same.

#[cfg(feature = "alloc")]
pub use bcast_core::rules::mode::Mode;
#[doc(hidden)]
pub use bcast_core::typed::names::modes::multidirectional;
pub use bcast_core::typed::names::modes::{
    bidirectional, explicit, named, ncnn, none, numpy, paddle, pdpd, unidirectional,
};
