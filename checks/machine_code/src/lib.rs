//! Call sites, each in a function of its own, so that the kernels' names contain the function's.
//! `tests/machine_code.rs` has a row for each.

use bcast::bcast;
use ndarray::{Array1, Array2};

/// Cheap, two arrays.
pub fn site_cheap(a: &Array2<f32>, b: &Array1<f32>) -> Array2<f32> {
    bcast!(a + b)
}

/// Cheap, in place.
pub fn site_place(x: &mut Array2<f32>, b: &Array1<f32>) {
    bcast!(x *= b)
}

/// Costly, three arrays.
pub fn site_costly(x: &Array2<f32>, mean: &Array1<f32>, deviation: &Array2<f32>) -> Array2<f32> {
    bcast!((x - mean) / deviation)
}

/// Twice as wide elements.
pub fn site_double(a: &Array2<f64>, b: &Array1<f64>) -> Array2<f64> {
    bcast!(a / b + 1.0)
}

/// One of two values.
pub fn site_select(x: &Array2<f32>, slope: &Array1<f32>) -> Array2<f32> {
    bcast!(if x < 0.0 { slope * x } else { x })
}

/// A function of `bcast::math`.
pub fn site_exp(x: &Array2<f32>) -> Array2<f32> {
    bcast!((-x * x).exp())
}

/// From bytes.
pub fn site_bytes(x: &Array2<u8>, mean: &Array1<f32>) -> Array2<f32> {
    bcast!(f32::from(x) / 255.0 - mean)
}

/// Integers.
pub fn site_integers(a: &Array2<i32>, b: &Array1<i32>) -> Array2<i32> {
    bcast!(a.wrapping_mul(b) ^ a)
}

/// A function with the user's own attribute.
pub fn site_function(x: &Array2<f32>, b: &Array1<f32>) -> Array2<f32> {
    bcast!(smooth(x) + b)
}

#[inline]
fn smooth(x: f32) -> f32 {
    let distance = (x - 1.0).abs();
    distance * distance * (3.0 - 2.0 * distance)
}

/// 72 operations in a fixed order.
pub fn site_long(x: &Array2<f32>, a: &Array1<f32>, b: &Array2<f32>) -> Array2<f32> {
    bcast!({
        let p = (((((x * a + b) * x + 0.1) * a + 0.2) * x - b) * a + 0.3) * x - 0.4;
        let q = (((((p * a + b) * x + 0.5) * a + 0.6) * p - b) * a + 0.7) * x - 0.8;
        let r = (((((q * a + p) * x + 0.9) * a + 1.1) * q - b) * a + 1.2) * p - 1.3;
        let s = (((((r * a + q) * x + 1.4) * a + 1.5) * r - p) * a + 1.6) * q - 1.7;
        let t = (((((s * a + r) * x + 1.8) * a + 1.9) * s - q) * a + 2.1) * r - 2.2;
        (((((t * a + s) * x + 2.3) * a + 2.4) * t - r) * a + 2.5) * s - 2.6
    })
}

/// 180 operations: more than the compiler inlines by itself.
pub fn site_huge(x: &Array2<f32>, a: &Array1<f32>, b: &Array2<f32>) -> Array2<f32> {
    bcast!({
        let p = (((((x * a + a) * x + 0.1) * a + 0.2) * x - b) * a + 0.3) * a - 0.4;
        let q = (((((p * a + x) * x + 0.5) * a + 0.6) * p - a) * a + 0.7) * x - 0.8;
        let r = (((((q * a + p) * x + 0.9) * a + 1.0) * q - x) * a + 1.1) * p - 1.2;
        let s = (((((r * a + q) * x + 1.3) * a + 1.4) * r - p) * a + 1.5) * q - 1.6;
        let t = (((((s * a + r) * x + 1.7) * a + 1.8) * s - q) * a + 1.9) * r - 2.0;
        let u = (((((t * a + s) * x + 2.1) * a + 2.2) * t - r) * a + 2.3) * s - 2.4;
        let v = (((((u * a + t) * x + 2.5) * a + 2.6) * u - s) * a + 2.7) * t - 2.8;
        let w = (((((v * a + u) * x + 2.9) * a + 3.0) * v - t) * a + 3.1) * u - 3.2;
        let k = (((((w * a + v) * x + 3.3) * a + 3.4) * w - u) * a + 3.5) * v - 3.6;
        let l = (((((k * a + w) * x + 3.7) * a + 3.8) * k - v) * a + 3.9) * w - 4.0;
        let m = (((((l * a + k) * x + 4.1) * a + 4.2) * l - w) * a + 4.3) * k - 4.4;
        let n = (((((m * a + l) * x + 4.5) * a + 4.6) * m - k) * a + 4.7) * l - 4.8;
        let h = (((((n * a + m) * x + 4.9) * a + 5.0) * n - l) * a + 5.1) * m - 5.2;
        let g = (((((h * a + n) * x + 5.3) * a + 5.4) * h - m) * a + 5.5) * n - 5.6;
        (((((g * a + h) * x + 5.7) * a + 5.8) * g - n) * a + 5.9) * h - 6.0
    })
}

/// A function that is never inlined, which the test must report.
pub fn control_call(x: &Array2<f32>, b: &Array1<f32>) -> Array2<f32> {
    bcast!(apart(x) + b)
}

#[inline(never)]
fn apart(x: f32) -> f32 {
    x * 2.0 + 1.0
}

/// The standard library's function, called for one element at a time.
pub fn control_library(x: &Array2<f32>) -> Array2<f32> {
    bcast!(f32::exp(x))
}

/// An element that depends on the previous one, through the user's own cell, and so can't vectorise.
pub fn control_order(x: &Array2<f32>) -> Array2<f32> {
    let last = std::cell::Cell::new(0.0);
    let smoothed = |x: f32| last.replace(x * 0.5 + last.get() * 0.5);
    bcast!(smoothed(x))
}
