//! OpenVINO's element-wise operators that differ from ONNX's.

use super::arithmetic::{Number, mul, sub};

/// `x / y` rounded toward minus infinity, for integers; for floating point the plain quotient.
///
/// OpenVINO `Divide` with `m_pythondiv`, which is its default. An integer divided by 0 is an error of the operator; an element is 0.
///
/// ```
/// # use bcast_core as bcast;
/// use bcast::ops::in_openvino::python_div;
///
/// assert_eq!(python_div(-7, 2), -4);
/// assert_eq!(python_div(-7.0, 2.0), -3.5);
/// ```
#[inline(always)]
pub fn python_div<T: Number>(x: T, y: T) -> T {
    x.python_div(y)
}

/// The square of `x - y`; integers wrap.
///
/// OpenVINO `SquaredDifference`.
///
/// ```
/// # use bcast_core as bcast;
/// assert_eq!(bcast::ops::in_openvino::squared_difference(1.0, 4.0), 9.0);
/// ```
#[inline(always)]
pub fn squared_difference<T: Number>(x: T, y: T) -> T {
    let difference = sub(x, y);
    mul(difference, difference)
}

/// The remainder of `x / y` with the sign of the divisor: ONNX's [`modulo`](super::modulo).
///
/// OpenVINO `FloorMod`.
///
/// ```
/// # use bcast_core as bcast;
/// assert_eq!(bcast::ops::in_openvino::floor_mod(-7, 3), 2);
/// ```
#[inline(always)]
pub fn floor_mod<T: Number>(x: T, y: T) -> T {
    x.modulo(y)
}
