//! Functions of numbers of every type, and their trait.

/// A number type of ONNX's arithmetic: an integer of 8 to 64 bits, `f32`, `f64`, and with the feature `half` the types
/// `f16` and `bf16` of the crate half. The trait is sealed.
///
/// ```
/// # use bcast_core as bcast;
/// use bcast::ops::{self, Number};
///
/// fn midpoint<T: Number>(low: T, high: T, two: T) -> T {
///     ops::add(low, ops::div(ops::sub(high, low), two))
/// }
///
/// assert_eq!(midpoint(1_u8, 4, 2), 2);
/// assert_eq!(midpoint(1.0_f32, 4.0, 2.0), 2.5);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no number of ONNX's arithmetic",
    label = "not an integer of 8 to 64 bits, `f32` or `f64`, nor, with the feature `half`, `f16` or `bf16`"
)]
pub trait Number: Arithmetic + Copy + PartialOrd + Default {}
#[diagnostic::do_not_recommend]
impl<T: Arithmetic + Copy + PartialOrd + Default> Number for T {}

macro_rules! arithmetic {
    ($($name:ident)*) => {
        /// The functions by name, hidden from other crates, which call free functions.
        pub trait Arithmetic: Sized {
            $(
                #[doc(hidden)]
                fn $name(self, other: Self) -> Self;
            )*
        }
    };
}
arithmetic!(add sub mul div python_div modulo fmod max min prelu);

/// The functions of a type: each of two numbers, of the expression behind its name.
macro_rules! of_two {
    (|$x:ident, $y:ident| $($name:ident: $value:expr;)*) => {$(
        #[inline(always)]
        fn $name(self, other: Self) -> Self {
            let ($x, $y) = (self, other);
            $value
        }
    )*};
}
pub(super) use of_two;

/// `x + y`; integers wrap.
///
/// ONNX `Add`: its text does not mention overflow, and onnxruntime wraps.
///
/// ```
/// # use bcast_core as bcast;
/// assert_eq!(bcast::ops::add(250_u8, 10), 4);
/// ```
#[inline(always)]
pub fn add<T: Number>(x: T, y: T) -> T {
    x.add(y)
}

/// `x - y`; integers wrap.
///
/// ONNX `Sub`: its text does not mention overflow, and onnxruntime wraps.
///
/// ```
/// # use bcast_core as bcast;
/// assert_eq!(bcast::ops::sub(0_u16, 1), 65535);
/// ```
#[inline(always)]
pub fn sub<T: Number>(x: T, y: T) -> T {
    x.sub(y)
}

/// `x * y`; integers wrap.
///
/// ONNX `Mul`: its text does not mention overflow, and onnxruntime wraps.
///
/// ```
/// # use bcast_core as bcast;
/// assert_eq!(bcast::ops::mul(127_i8, 2), -2);
/// ```
#[inline(always)]
pub fn mul<T: Number>(x: T, y: T) -> T {
    x.mul(y)
}

/// `x / y`; integers are truncated toward zero, and the least one divided by -1 wraps to itself.
///
/// ONNX `Div`. onnxruntime reports division of an integer by 0 as an error, and so do the operators of the crate `bcast-ops`, before they
/// compute anything. A single element cannot report an error: it is 0.
///
/// ```
/// # use bcast_core as bcast;
/// use bcast::ops::div;
///
/// assert_eq!(div(-7, 2), -3);
/// assert_eq!(div(i32::MIN, -1), i32::MIN);
/// assert_eq!(div(1, 0), 0);
/// assert_eq!(div(1.0, 0.0), f32::INFINITY);
/// ```
#[inline(always)]
pub fn div<T: Number>(x: T, y: T) -> T {
    x.div(y)
}

/// The remainder of `x / y` with the sign of the divisor, like Python's `%`.
///
/// ONNX `Mod` with `fmod = 0`; for floating point as its opset 28 defines it: x - floor(x / y) * y, NaN if `x` is infinite or `y` is 0, and a
/// zero has the sign of `y`. An integer modulo 0 is an error of the operator; an element is 0.
///
/// ```
/// # use bcast_core as bcast;
/// use bcast::ops::modulo;
///
/// assert_eq!([modulo(-7, 3), modulo(7, -3)], [2, -2]);
/// assert_eq!(modulo(-1.0, f32::INFINITY), f32::INFINITY);
/// assert_eq!(modulo(i64::MIN, -1), 0);
/// ```
#[inline(always)]
pub fn modulo<T: Number>(x: T, y: T) -> T {
    x.modulo(y)
}

/// The remainder of `x / y` with the sign of the dividend, like C's `fmod` and Rust's `%`.
///
/// ONNX `Mod` with `fmod = 1`; OpenVINO `Mod`. An integer modulo 0 is an error of the operator; an element is 0.
///
/// ```
/// # use bcast_core as bcast;
/// use bcast::ops::fmod;
///
/// assert_eq!([fmod(-7, 3), fmod(7, -3)], [-1, 1]);
/// assert_eq!(fmod(-7.5, 2.0), -1.5);
/// ```
#[inline(always)]
pub fn fmod<T: Number>(x: T, y: T) -> T {
    x.fmod(y)
}

/// The larger of the two; NaN if either is, unlike Rust's `max`.
///
/// ONNX `Max`: onnxruntime and numpy's `maximum`. Of two zeros either may be returned.
///
/// ```
/// # use bcast_core as bcast;
/// use bcast::ops::max;
///
/// assert_eq!(max(2_u8, 3), 3);
/// assert!(max(f32::NAN, 1.0).is_nan() && max(1.0, f32::NAN).is_nan());
/// ```
#[inline(always)]
pub fn max<T: Number>(x: T, y: T) -> T {
    x.max(y)
}

/// The smaller of the two; NaN if either is, unlike Rust's `min`.
///
/// ONNX `Min`: onnxruntime and numpy's `minimum`. Of two zeros either may be returned.
///
/// ```
/// # use bcast_core as bcast;
/// assert_eq!(bcast::ops::min(2.0, -1.0), -1.0);
/// ```
#[inline(always)]
pub fn min<T: Number>(x: T, y: T) -> T {
    x.min(y)
}

/// `slope * x` where `x` is below 0, else `x`; integers wrap.
///
/// ONNX `PRelu`, whose slope broadcasts in mode unidirectional. A zero keeps its sign, NaN stays NaN.
///
/// ```
/// # use bcast_core as bcast;
/// assert_eq!(bcast::ops::prelu(-2.0, 0.25), -0.5);
/// ```
#[inline(always)]
pub fn prelu<T: Number>(x: T, slope: T) -> T {
    x.prelu(slope)
}
