//! The arithmetic of ONNX's operators, and what OpenVINO and ncnn do differently, one element at a time.
//!
//! Rust's operators panic, trap or differ from the engines where integers overflow, divisors are 0, shifts are too far or a number is
//! NaN. These functions have an answer for every pair of values and never panic.
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
//! Inside `bcast!` they are called by name, as any function: `bcast!(ops::pow(x, y))`. Comparison, logic on `bool` and bit operators are not
//! here, since Rust's own already do what ONNX says: `x <= y` is false where one is NaN.
//!
//! Every function names where its rule is from. "ONNX" is the operator's text in the ONNX specification; where that is silent, what
//! onnxruntime does.

mod arithmetic;
mod float;
#[cfg(feature = "half")]
mod half;
// Not `ncnn`: the compiler writes the mode of that name in full wherever another item has it too.
pub mod in_ncnn;
pub mod in_openvino;
mod integer;
mod power;
mod shift;

pub use self::arithmetic::{Number, add, div, fmod, max, min, modulo, mul, prelu, sub};
pub use self::power::{Base, Exponent, pow};
pub use self::shift::{Integer, shift_left, shift_right};
