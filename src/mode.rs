//! The modes, as names for `mode = NAME` and as values for the run-time API.
//!
//! The name `multidirectional` is ONNX's for [`numpy`], and means the same.
//!
//! # Named axes
//!
//! In mode [`named`] the axes of arrays have NAMEs in `where`. Axes of one NAME meet, in any order; an array is repeated along every NAME that it
//! lacks, and nothing else stretches. Reductions take NAMEs, so this is a product of matrices:
//!
//! ```
//! use bcast::bcast;
//! use ndarray::array;
//!
//! let (a, b) = (array![[1, 2, 3], [4, 5, 6]], array![[1, 0], [0, 1], [10, 10]]);
//! let product = bcast!(sum(a * b, axis = K), mode = named, where a: [M, K], b: [K, N]);
//! assert_eq!(product, array![[31, 32], [64, 65]]);
//!
//! let turned = bcast!(a + b, mode = named, where a: [I, J], b: [J, I]);
//! assert_eq!(turned, &a + &b.t());
//! ```
//!
//! The result has the NAMEs of the place, else those of `to`, else those that no reduction takes away, in the order of `where`. A NAME that no
//! array has gets its length in `to`; how often each number occurs is
//!
//! ```
//! # use bcast::bcast;
//! # use ndarray::array;
//! let bin = array![0, 2, 2];
//! let counts = bcast!(count(bin == index(axis = B), axis = N), mode = named, to = [B = 4], where bin: [N]);
//! assert_eq!(counts, array![1, 0, 2, 0]);
//! ```
//!
//! A NAME is one length, in every array that has it:
//!
//! ```
//! # use bcast::try_bcast;
//! # use ndarray::array;
//! # let (a, b) = (array![[1, 2, 3], [4, 5, 6]], array![[1, 0], [0, 1], [10, 10]]);
//! let error = try_bcast!(a + b, mode = named, where a: [I, J], b: [I, J]).unwrap_err();
//! assert!(error.to_string().starts_with("`I` stands for two different lengths (mode = named)"));
//! ```
//!
//! NAMEs are checked by the compiler:
//!
//! ```compile_fail
//! # use bcast::bcast;
//! # let a = ndarray::array![[1, 2, 3], [4, 5, 6]];
//! bcast!(sum(a, axis = Q), mode = named, where a: [M, K]); // no array has the NAME `Q`
//! ```

#[cfg(feature = "alloc")]
pub use bcast_core::rules::mode::Mode;
#[doc(hidden)]
pub use bcast_core::typed::names::modes::multidirectional;
pub use bcast_core::typed::names::modes::{
    bidirectional, explicit, named, ncnn, none, numpy, paddle, pdpd, unidirectional,
};
