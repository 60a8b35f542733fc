//! Kernels written by hand, each for one workload: what `bcast!` is measured against.
//!
//! They know what a person knows who writes them: which operand has one number for a row, which rows are short, that the output
//! overlaps nothing. Where several ways seemed good there are several kernels, and the fastest measured is the limit.

pub mod functions;
pub mod pieces;
pub mod rows;
pub mod short;
pub mod transposed;
