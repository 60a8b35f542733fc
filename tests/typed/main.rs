//! Calls whose arrays have shapes in their types: tensors, their views and nested arrays, in every mode and with lengths of every kind,
//! held against the same calls on arrays whose shapes no type says.

mod fixed;
mod generic;
mod lengths;
mod mixed;
mod places;
mod refusals;
mod tables;
mod unusual;
