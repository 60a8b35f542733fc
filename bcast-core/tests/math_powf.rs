//! `bcast::math::powf`, a function of two numbers, against references of higher precision.
//!
//! ```sh
//! cargo test --release -p bcast-core --test math_powf -- --include-ignored --nocapture
//! ```
//!
//! prints the largest errors. `BCAST_MATH_PAIRS=FILE` makes the test of `f64` read a larger sample than the stored one;
//! `tests/data/math/pairs.py` explains how to write it.

use bcast_core::__private::{Fused, scope::*};
use bcast_core::math::powf;

/// The power, called by name or with fused multiply-adds.
macro_rules! power {
    ($is_fused:expr, $x:expr, $y:expr) => {
        if $is_fused { (&&&&&$x).powf($y).__bcast_computed(Fused::when(true)) } else { powf($x, $y) }
    };
}

/// The documented largest errors in ULP.
const STATED: [f64; 2] = [0.51, 0.95];

/// A pseudo-random generator.
struct Random(u64);

impl Random {
    fn bits(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 32) as u32
    }

    /// A number between the bounds.
    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * f64::from(self.bits()) / 4294967296.0
    }
}

/// The error of `got` in units in the last place of an `f32` of the size of `exact`; infinite for a number of another class.
fn error_of_single(got: f32, exact: f64) -> f64 {
    const FIRST_INFINITE: f64 = 340282366920938463463374607431768211456.0;
    if exact.is_nan() || got.is_nan() {
        return if exact.is_nan() && got.is_nan() { 0.0 } else { f64::INFINITY };
    }
    if got.is_sign_negative() != exact.is_sign_negative() {
        return f64::INFINITY;
    }
    if exact.abs() >= FIRST_INFINITE {
        return if got.is_infinite() { 0.0 } else { f64::INFINITY };
    }
    let got = if got.is_infinite() { FIRST_INFINITE.copysign(f64::from(got)) } else { f64::from(got) };
    let exponent = ((exact.to_bits() >> 52) & 0x7ff).max(1023 - 126);
    (got - exact).abs() * f64::from_bits((2 * 1023 + 23 - exponent) << 52)
}

fn worst_single(is_fused: bool, count: u32) -> (f64, f32, f32) {
    let mut random = Random(7);
    let mut worst = (0.0, 0.0, 0.0);
    for i in 0..count {
        let x = f32::from_bits(random.bits());
        let near = 1.0 + random.between(-1.0, 1.0) * 0.5_f64.powi(i as i32 % 24);
        let (x, y) = match i % 6 {
            0 => (x, f32::from_bits(random.bits())),
            // Results of every magnitude.
            1 => (x, (random.between(-105.0, 90.0) / f64::from(x.abs()).ln()) as f32),
            2 => (near as f32, (random.between(-105.0, 90.0) / near.ln()) as f32),
            3 => (x, random.between(-9.0, 9.0).round() as f32),
            4 => (random.between(0.0, 4.0) as f32, random.between(-20.0, 20.0) as f32),
            _ => (random.between(0.0, 1e3) as f32, [0.5, -0.5, 1.0 / 3.0, 1.5, 0.1, 2.2][i as usize / 6 % 6]),
        };
        let error = error_of_single(power!(is_fused, x, y), f64::from(x).powf(f64::from(y)));
        if error > worst.0 {
            worst = (error, x, y);
        }
    }
    worst
}

#[test]
fn some_f32() {
    for is_fused in [false, true] {
        let worst = worst_single(is_fused, 600_000);
        println!("powf f32, fused {is_fused}: {worst:?}");
        assert!(worst.0 <= STATED[0], "{worst:?}");
    }
}

#[test]
#[ignore = "minutes in a release build"]
fn many_f32() {
    for is_fused in [false, true] {
        let worst = worst_single(is_fused, u32::MAX);
        println!("powf f32, fused {is_fused}, 2^32 pairs: {worst:?}");
        assert!(worst.0 <= STATED[0], "{worst:?}");
    }
}

#[test]
fn sampled_f64() {
    let sample = match std::env::var("BCAST_MATH_PAIRS") {
        Ok(path) => std::fs::read_to_string(path).expect("the sample"),
        Err(_) => include_str!("data/math/powf.txt").to_owned(),
    };
    let mut worst = (0.0, 0.0, 0.0);
    for line in sample.lines() {
        let fields: Vec<&str> = line.split(' ').collect();
        let [x, y, rounded, rest] = fields[..] else { panic!("a line of four fields: {line}") };
        let [x, y, rounded] =
            [x, y, rounded].map(|text| f64::from_bits(u64::from_str_radix(text, 16).expect("hexadecimal digits")));
        let rest: f64 = rest.parse().expect("a number");
        // The distance of two numbers of equal sign is that of their bits, or up to twice that where the unit in the last place changes.
        for is_fused in [false, true] {
            let got = power!(is_fused, x, y);
            let error = ((got.to_bits() as i64 - rounded.to_bits() as i64) as f64 - rest).abs();
            if error > worst.0 {
                worst = (error, x, y);
            }
        }
    }
    println!("powf f64: {worst:?}");
    assert!(worst.0 > 0.0 && worst.0 <= STATED[1], "{worst:?}");
}

/// All pairs of these, against the standard library's function, which follows IEEE 754.
#[test]
fn special_values() {
    const NUMBERS: [f64; 26] = [
        0.0,
        1.0,
        0.5,
        2.0,
        3.0,
        4.0,
        0.3,
        1.5,
        2.5,
        1e30,
        1e-30,
        8388607.0,
        8388608.0,
        8388609.0,
        16777215.0,
        16777216.0,
        4503599627370495.0,
        4503599627370496.0,
        4503599627370497.0,
        9007199254740991.0,
        9007199254740992.0,
        f64::MAX,
        f64::MIN_POSITIVE,
        5e-324,
        f64::INFINITY,
        f64::NAN,
    ];
    let mut wrong = Vec::new();
    let numbers = || NUMBERS.into_iter().flat_map(|x| [x, -x]);
    let pairs = numbers().flat_map(|x| numbers().map(move |y| (x, y)));
    for ((x, y), is_fused) in pairs.flat_map(|pair| [(pair, false), (pair, true)]) {
        let (got, expected) = (power!(is_fused, x, y), f64::powf(x, y));
        let is_near =
            (got - expected).abs() <= expected.abs() * 1e-15 && got.is_sign_negative() == expected.is_sign_negative();
        if !(got.to_bits() == expected.to_bits() || got.is_nan() && expected.is_nan() || is_near) {
            wrong.push(format!("powf({x:e}, {y:e}): {got:e}, not {expected:e}"));
        }
        let (x, y) = (x as f32, y as f32);
        let (got, expected) = (power!(is_fused, x, y), f64::powf(f64::from(x), f64::from(y)));
        if error_of_single(got, expected) > STATED[0] {
            wrong.push(format!("powf({x:e}_f32, {y:e}): {got:e}, not {expected:e}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn documented() {
    let [single, double] = STATED;
    let row = format!("| `powf` | {single:.2} | {double:.2} |");
    assert!(include_str!("../../docs/math.md").lines().any(|line| line == row), "docs/math.md has the row {row}");
    let sentence = format!("Largest error: {single:.2} ULP for `f32`, {double:.2} for `f64`.");
    assert!(include_str!("../src/math/powf.rs").contains(&sentence), "the documentation has: {sentence}");
}
