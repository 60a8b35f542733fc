//! The workloads of the `bcast!` benchmarks, with all candidates: hand-written kernels, ndarray, other crates.
//!
//! `src/main.rs` is the command that measures them.

pub mod candidate;
pub mod clock;
pub mod code;
pub mod isa;
pub mod limit;
pub mod machine;
pub mod measure;
pub mod memory;
pub mod places;
pub mod programs;
pub mod random;
pub mod reductions;
pub mod repeated;
pub mod small;
pub mod workloads;
pub mod worst;

/// The epsilon that batch norm adds to the variance.
pub const EPS: f32 = 1e-5;
