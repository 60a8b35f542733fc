//! Names that mean something else: primitive types, the traits of operators, the macros of `std`, and methods that every type has.
#![forbid(unsafe_code)]
#![deny(warnings, clippy::pedantic)]

pub mod calls;
pub mod methods;
mod names;
