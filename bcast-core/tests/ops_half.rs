//! Arithmetic on `f16` and `bf16`: the nearest value to the exact result, for every `f16` with a few others.

use bcast_core::ops;
use half::{bf16, f16};

const OTHERS: [f64; 12] =
    [0.0, -0.0, 1.0, -1.0, 3.0, -0.3330078125, 65504.0, 6e-8, 2049.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];

/// An operation, and the same in `f64`, precise enough for its result to round like the exact one.
type Case<T> = (&'static str, fn(T, T) -> T, fn(f64, f64) -> f64);

macro_rules! check {
    ($T:ident) => {{
        let cases: [Case<$T>; 5] = [
            ("add", ops::add, |x, y| x + y),
            ("sub", ops::sub, |x, y| x - y),
            ("mul", ops::mul, |x, y| x * y),
            ("div", ops::div, |x, y| x / y),
            ("fmod", ops::fmod, |x, y| x % y),
        ];
        for bits in 0..=u16::MAX {
            let x = $T::from_bits(bits);
            for y in OTHERS.map($T::from_f64) {
                for (name, ours, exact) in cases {
                    let (ours, exact) = (ours(x, y), $T::from_f64(exact(x.to_f64(), y.to_f64())));
                    let same = ours.to_bits() == exact.to_bits() || ours.is_nan() && exact.is_nan();
                    assert!(same, "{name} {x} {y}: {ours} {exact}");
                }
                assert_eq!(ops::max(x, y).is_nan(), x.is_nan() || y.is_nan());
                assert!(!ops::max(x, y).lt(&x) && !ops::min(x, y).gt(&y));
            }
        }
    }};
}

#[test]
fn one_operation_is_rounded_once() {
    check!(f16);
    check!(bf16);
}

#[test]
fn powers_of_halves() {
    assert_eq!(ops::pow(f16::from_f32(2.0), 3.0_f32), f16::from_f32(8.0));
    assert_eq!(ops::pow(2.0_f32, f16::from_f32(3.0)), 8.0);
    assert_eq!(ops::pow(9_i32, bf16::from_f32(0.5)), 3);
    assert_eq!(ops::pow(bf16::from_f32(-2.0), 3_i64), bf16::from_f32(-8.0));
    assert_eq!(ops::pow(f16::from_f32(256.0), 2_u8), f16::INFINITY);
}
