//! The workloads that `bcast!` is measured with, and every way to compute each: kernels by hand, ndarray, other crates.
//!
//! `src/main.rs` is the command that measures them.

pub mod candidate;
pub mod clock;
pub mod isa;
pub mod limit;
pub mod machine;
pub mod measure;
pub mod memory;
pub mod random;
pub mod small;
pub mod workloads;
pub mod worst;

/// What batch norm adds to the variance.
pub const EPS: f32 = 1e-5;
