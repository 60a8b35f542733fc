//! Shadowed names: primitive types, operator traits, the macros of `std`, and methods of every type.
#![forbid(unsafe_code)]
#![deny(warnings, clippy::pedantic)]

pub mod calls;
pub mod methods;
mod names;
