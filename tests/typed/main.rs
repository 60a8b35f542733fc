//! Calls on arrays with shapes in types: tensors, their views and nested arrays, in every mode and with every kind of
//! length, compared with the same calls on arrays without.

#![allow(deprecated, reason = "some of the calls are legal and suspicious, and right all the same")]

mod fixed;
mod generic;
mod lengths;
mod mixed;
mod places;
mod refusals;
mod tables;
mod unusual;
