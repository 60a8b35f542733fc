//! Every form of the language in a crate of its own, under `forbid(unsafe_code)` and clippy's pedantic lints.
#![forbid(unsafe_code)]
#![deny(warnings, clippy::pedantic, missing_docs)]

pub mod asynchronous;
pub mod generic;
pub mod layers;
pub mod macros;
pub mod options;
pub mod plain;
pub mod typed;
