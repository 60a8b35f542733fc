//! The formulas of ncnn's `BinaryOp` that ONNX lacks or defines differently, for `f32`, the type of ncnn's blobs.
//!
//! ncnn has several implementations of one formula, which differ at NaN and infinities; these follow the plain one.

use crate::math;

/// The larger of the two; `x` where one is NaN.
///
/// Type 4: C++'s `std::max`, `x < y ? y : x`.
///
/// ```
/// # use bcast_core as bcast;
/// assert_eq!(bcast::ops::in_ncnn::max(1.0, f32::NAN), 1.0);
/// ```
#[inline(always)]
pub fn max(x: f32, y: f32) -> f32 {
    if x < y { y } else { x }
}

/// The smaller of the two; `x` where one is NaN.
///
/// Type 5: C++'s `std::min`, `y < x ? y : x`.
///
/// ```
/// # use bcast_core as bcast;
/// assert_eq!(bcast::ops::in_ncnn::min(1.0, f32::NAN), 1.0);
/// ```
#[inline(always)]
pub fn min(x: f32, y: f32) -> f32 {
    if y < x { y } else { x }
}

/// The angle of the point (`y`, `x`) with its second axis, from -π to π: C's `atan2f(x, y)`, whose parameters have the
/// names swapped.
///
/// Type 10. Computed in `f64`; within 0.6 ULP. Zeros and infinities are as in C, and NaN gives NaN.
///
/// ```
/// # use bcast_core as bcast;
/// assert_eq!(bcast::ops::in_ncnn::atan2(1.0, 1.0), core::f32::consts::FRAC_PI_4);
/// ```
#[inline(always)]
pub fn atan2(x: f32, y: f32) -> f32 {
    use core::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};
    // tan(π / 8)
    const STEP: f64 = 0.41421356237309503;
    let (up, along) = (f64::from(x.abs()), f64::from(y.abs()));
    let (small, large) = if up < along { (up, along) } else { (along, up) };
    let ratio = if large == small { if large == 0.0 { 0.0 } else { 1.0 } } else { small / large };
    // atan(t) = π/4 + atan((t - 1) / (t + 1)), which leaves arguments of magnitude at most tan(π / 8).
    let is_far = ratio > STEP;
    let t = if is_far { (ratio - 1.0) / (ratio + 1.0) } else { ratio };
    let square = t * t;
    // The series of atan(t) / t; the first omitted term is below 1e-11.
    let mut series = 0.0;
    let mut odd = 25.0;
    while odd > 0.0 {
        series = 1.0 / odd - square * series;
        odd -= 2.0;
    }
    let angle = if is_far { FRAC_PI_4 + t * series } else { t * series };
    let angle = if up < along { angle } else { FRAC_PI_2 - angle };
    // The angle is 0 where both are 0, not a quarter turn.
    let angle = if large == 0.0 { 0.0 } else { angle };
    let angle = if y.is_sign_negative() { PI - angle } else { angle };
    let angle = (angle as f32).copysign(x);
    if x.is_nan() || y.is_nan() { f32::NAN } else { angle }
}

/// ln(e^x + e^y), as the larger one and the rest: max + ln(1 + e^(min - max)).
///
/// Type 14. Two equal infinities give NaN, as in the formula.
///
/// ```
/// # use bcast_core as bcast;
/// assert_eq!(bcast::ops::in_ncnn::log_add_exp(1000.0, 0.0), 1000.0);
/// ```
#[inline(always)]
pub fn log_add_exp(x: f32, y: f32) -> f32 {
    let (larger, smaller) = (max(x, y), min(x, y));
    larger + math::ln_1p(math::exp(smaller - larger))
}

/// `x / y` rounded toward minus infinity.
///
/// Type 15: `floorf(x / y)`.
///
/// ```
/// # use bcast_core as bcast;
/// assert_eq!(bcast::ops::in_ncnn::floor_divide(-7.0, 2.0), -4.0);
/// ```
#[inline(always)]
pub fn floor_divide(x: f32, y: f32) -> f32 {
    // `core` has no `floor`. From here on every number is an integer.
    const WHOLE: f32 = (1_u64 << (f32::MANTISSA_DIGITS - 1)) as f32;
    let quotient = x / y;
    let whole = (quotient as i32) as f32;
    let below = if whole > quotient { whole - 1.0 } else { whole };
    // NaN is not below the bound. A zero keeps its sign.
    if quotient.abs() < WHOLE { below.copysign(quotient) } else { quotient }
}

/// `x - n * y` with the integer `n` nearest to `x / y`, ties to even: IEEE 754's remainder.
///
/// Type 17: C's `remainderf(x, y)`. NaN if `x` is infinite or `y` is 0.
///
/// ```
/// # use bcast_core as bcast;
/// use bcast::ops::in_ncnn::remainder;
///
/// assert_eq!([remainder(5.0, 3.0), remainder(3.0, 2.0)], [-1.0, -1.0]);
/// ```
#[inline(always)]
pub fn remainder(x: f32, y: f32) -> f32 {
    // All of it is exact in `f64`.
    let (size, step) = (f64::from(x.abs()), f64::from(y.abs()));
    let rest = size % (step + step);
    let rest = if 2.0 * rest > step {
        let once = rest - step;
        if 2.0 * once >= step { once - step } else { once }
    } else {
        rest
    };
    // A remainder of 0 has the sign of `x` too.
    (if x.is_sign_negative() { -rest } else { rest }) as f32
}
