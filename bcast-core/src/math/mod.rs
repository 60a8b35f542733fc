//! Elementary functions without branches, which the compiler turns into vector code.
//!
//! The standard library's functions call a mathematical library for each element. These are plain arithmetic, so loops over
//! them vectorise on every instruction set. Inside `bcast!` the methods of the same names call these functions for `f32` and
//! `f64`; elsewhere, and in generic code, they are called by name.
//!
//! ```
//! # use bcast_core as bcast;
//! use bcast::math;
//!
//! let x: [f32; 4] = [0.0, 1.0, 2.0, 3.0];
//! let y = x.map(|x| math::exp(-x * x));
//! assert_eq!(y[0], 1.0);
//! ```
//!
//! Every function states its largest error in units in the last place (ULP) of the exact result: for `f32` measured over all 2^32 values,
//! for `f64` over a sample against results of higher precision. `docs/math.md` has the table and the commands that print it. Called by
//! name, the functions never contract a product and a sum to a fused multiply-add, so their results are the same on every machine. Methods
//! inside `bcast!` do where the loop's instruction set has them, within the same error.

#[macro_use]
mod polynomial;

mod cos;
mod erf;
mod exact;
mod exp;
mod exp2;
mod exp_m1;
mod format;
pub(crate) mod fused;
mod gelu;
mod gelu_tanh;
mod ln;
mod ln_1p;
mod log10;
mod log2;
pub(crate) mod methods;
mod powf;
mod quadrant;
mod real;
mod rsqrt;
mod sigmoid;
mod silu;
mod sin;
mod softplus;
mod sqrt;
mod tan;
mod tanh;

pub use self::cos::cos;
pub use self::erf::erf;
pub use self::exp::exp;
pub use self::exp_m1::exp_m1;
pub use self::exp2::exp2;
pub use self::gelu::gelu;
pub use self::gelu_tanh::gelu_tanh;
pub use self::ln::ln;
pub use self::ln_1p::ln_1p;
pub use self::log2::log2;
pub use self::log10::log10;
pub use self::powf::powf;
pub use self::real::Real;
pub use self::rsqrt::rsqrt;
pub use self::sigmoid::sigmoid;
pub use self::silu::silu;
pub use self::sin::sin;
pub use self::softplus::softplus;
pub use self::sqrt::sqrt;
pub use self::tan::tan;
pub use self::tanh::tanh;
