//! Calls whose arrays have shapes in their types: tensors, their views and nested arrays, in every mode and with lengths of every kind,
//! held against the same calls on arrays whose shapes no type says.

#![allow(deprecated, reason = "some of the calls are legal and suspicious, and right all the same")]

mod fixed;
mod generic;
mod lengths;
mod mixed;
mod places;
mod refusals;
mod tables;
mod unusual;
