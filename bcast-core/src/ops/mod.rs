//! The arithmetic of ONNX's operators, and the differences of OpenVINO and ncnn, one element at a time.
//!
//! Rust's operators panic or differ from the engines where integers overflow, divisors are 0, shifts exceed the width or a number is NaN.
//! These functions return a result for every pair of values and never panic.
//!
//! ```
//! # use bcast_core as bcast;
//! use bcast::ops;
//!
//! assert_eq!(ops::add(127_i8, 1), -128); // wraps
//! assert_eq!(ops::modulo(-7, 3), 2); // the divisor's sign
//! assert_eq!(ops::pow(9_i32, 0.5_f32), 3); // the base's type
//! assert!(ops::max(1.0, f64::NAN).is_nan());
//! ```
//!
//! Inside `bcast!` they are called by name, like any function: `bcast!(ops::pow(x, y))`. Comparison, logic on `bool` and bit operators are
//! absent, since Rust's own follow ONNX: `x <= y` is false if one is NaN.
//!
//! Every function names the source of its rule. "ONNX" is the operator's text in the ONNX specification, and
//! onnxruntime's behaviour where that is silent.

mod arithmetic;
mod float;
#[cfg(feature = "half")]
mod half;
// Not named `ncnn`: the compiler prints the mode's full path wherever another item shares its name.
pub mod in_ncnn;
pub mod in_openvino;
mod integer;
mod power;
mod shift;

pub use self::arithmetic::{Number, add, div, fmod, max, min, modulo, mul, prelu, sub};
pub use self::power::{Base, Exponent, pow};
pub use self::shift::{Integer, shift_left, shift_right};
