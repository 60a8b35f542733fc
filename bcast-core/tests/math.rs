//! `bcast::math` against references of higher precision.
//!
//! The full measurement, all 2^32 values of `f32` for every function (about ten minutes on two cores), is
//!
//! ```sh
//! cargo test --release -p bcast-core --test math -- --ignored --nocapture
//! ```
//!
//! It prints the largest errors, as stated in the documentation. `BCAST_MATH_SAMPLE=FILE` makes the test of `f64` read
//! a larger sample than the stored one; `tests/data/math/README.md` explains how to write it.

use bcast_core::__private::{Fused, scope::*};
use bcast_core::math;

/// A function, its reference, and its documented largest errors in ULP.
struct Function {
    name: &'static str,
    /// Indexed like [`WAYS`].
    single: [fn(&mut [f32]); 2],
    double: [fn(&mut [f64]); 2],
    /// Far more precise than `f32`.
    reference: fn(f64) -> f64,
    stated: [f64; 2],
    source: &'static str,
}

/// The ways to call a function.
const WAYS: [&str; 2] = ["called by name", "with fused multiply-adds"];

/// Each number's value with fused multiply-adds, in hardware where the processor has them.
fn fused<T: Copy>(numbers: &mut [T], function: impl Fn(T) -> T) {
    #[inline(always)]
    fn each<T: Copy>(numbers: &mut [T], function: impl Fn(T) -> T) {
        numbers.iter_mut().for_each(|number| *number = function(*number));
    }
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx2,fma")]
        fn by_instructions<T: Copy>(numbers: &mut [T], function: impl Fn(T) -> T) {
            each(numbers, function);
        }
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
            // SAFETY: the processor has been checked.
            return unsafe { by_instructions(numbers, function) };
        }
    }
    each(numbers, function);
}

impl Function {
    fn at_single(&self, way: usize, mut x: f32) -> f32 {
        self.single[way](std::slice::from_mut(&mut x));
        x
    }

    fn at_double(&self, way: usize, mut x: f64) -> f64 {
        self.double[way](std::slice::from_mut(&mut x));
        x
    }
}

macro_rules! function {
    ($name:ident, $reference:expr, $single:literal, $double:literal) => {
        Function {
            name: stringify!($name),
            single: function!(@ $name f32),
            double: function!(@ $name f64),
            reference: $reference,
            stated: [$single, $double],
            source: include_str!(concat!("../src/math/", stringify!($name), ".rs")),
        }
    };
    (@ $name:ident $T:ident) => {
        [
            |numbers: &mut [$T]| numbers.iter_mut().for_each(|number| *number = math::$name(*number)),
            |numbers: &mut [$T]| {
                fused(numbers, #[inline(always)] |x: $T| (&&&&&x).$name().__bcast_computed(Fused::when(true)))
            },
        ]
    };
}

const FUNCTIONS: &[Function] = &[
    function!(cos, f64::cos, 0.51, 0.95),
    function!(erf, math::erf, 0.52, 1.85),
    function!(exp, f64::exp, 1.03, 1.05),
    function!(exp2, f64::exp2, 1.23, 1.20),
    function!(exp_m1, f64::exp_m1, 1.33, 1.30),
    function!(gelu, math::gelu, 0.55, 1.65),
    function!(gelu_tanh, math::gelu_tanh, 0.51, 1.55),
    function!(ln, f64::ln, 0.85, 0.78),
    function!(ln_1p, f64::ln_1p, 0.90, 0.80),
    function!(log10, f64::log10, 0.74, 0.65),
    function!(log2, f64::log2, 0.83, 0.76),
    function!(rsqrt, |x| 1.0 / x.sqrt(), 1.50, 1.50),
    function!(sigmoid, |x| 1.0 / (1.0 + (-x).exp()), 2.00, 1.99),
    function!(silu, |x| if x < -200.0 { -0.0 } else { x / (1.0 + (-x).exp()) }, 0.51, 1.55),
    function!(sin, f64::sin, 0.51, 0.95),
    function!(softplus, |x| x.max(0.0) + (-x.abs()).exp().ln_1p(), 0.51, 1.00),
    function!(sqrt, f64::sqrt, 0.50, 0.50),
    function!(tan, f64::tan, 0.51, 1.70),
    function!(tanh, f64::tanh, 1.12, 1.17),
];

fn named(name: &str) -> &'static Function {
    FUNCTIONS.iter().find(|function| function.name == name).expect("a function of the table")
}

/// The error of `got` in units in the last place of an `f32` of the size of `exact`; infinite for a number instead of NaN, or for the other
/// zero.
fn error_of_single(got: f32, exact: f64) -> f64 {
    const FIRST_INFINITE: f64 = 340282366920938463463374607431768211456.0;
    if exact.is_nan() || got.is_nan() {
        return if exact.is_nan() && got.is_nan() { 0.0 } else { f64::INFINITY };
    }
    if got == 0.0 && got.is_sign_negative() != exact.is_sign_negative() {
        return f64::INFINITY;
    }
    if exact.abs() >= FIRST_INFINITE || exact == f64::from(got) {
        return if exact as f32 == got { 0.0 } else { f64::INFINITY };
    }
    let got = if got.is_infinite() { FIRST_INFINITE.copysign(f64::from(got)) } else { f64::from(got) };
    let exponent = ((exact.to_bits() >> 52) & 0x7ff).max(1023 - 126);
    let units_in_one = f64::from_bits((2 * 1023 + 23 - exponent) << 52);
    (got - exact).abs() * units_in_one
}

/// The largest error over all bit patterns with this remainder, and its position.
fn worst_single(function: &Function, way: usize, step: u64, first: u64) -> (f64, f32) {
    let mut worst = (0.0, 0.0);
    let mut patterns = (first..1 << 32).step_by(step as usize).map(|bits| f32::from_bits(bits as u32));
    loop {
        let arguments: Vec<f32> = patterns.by_ref().take(4096).collect();
        if arguments.is_empty() {
            return worst;
        }
        let mut values = arguments.clone();
        function.single[way](&mut values);
        for (x, value) in arguments.into_iter().zip(values) {
            let error = error_of_single(value, (function.reference)(f64::from(x)));
            if error > worst.0 {
                worst = (error, x);
            }
        }
    }
}

fn check(function: &Function, kind: usize, (error, x): (f64, f64)) {
    let Function { name, stated, .. } = function;
    assert!(error <= stated[kind], "{name}({x:e}) is {error} ULP off; stated are {}", stated[kind]);
}

#[test]
fn some_f32() {
    for function in FUNCTIONS {
        for (way, words) in WAYS.iter().enumerate() {
            let (error, x) = worst_single(function, way, 10_007, 1);
            println!("{} f32 {words}: {error:.3} ULP at {x:e}", function.name);
            check(function, 0, (error, f64::from(x)));
        }
    }
}

/// The error of `got` against this sample's line, an `f64` plus `rest` units of the last place, in those units.
fn error_of_double(got: f64, rounded: f64, rest: f64) -> f64 {
    if got.to_bits() == rounded.to_bits() {
        return rest.abs();
    }
    if got == 0.0 && rounded != 0.0 && got.is_sign_negative() != rounded.is_sign_negative() {
        return f64::INFINITY;
    }
    if !got.is_finite() || !rounded.is_finite() {
        // Infinite instead of the last finite number, or the reverse.
        let next = if got.is_finite() { got } else { rounded };
        return if next.abs() == f64::MAX { 1.0 } else { f64::INFINITY };
    }
    let exponent = ((rounded.to_bits() >> 52) & 0x7ff).max(1);
    // 2^52 in two steps, because of small numbers.
    let unit = f64::from_bits(exponent << 52) * 2_f64.powi(-26);
    ((got - rounded) / unit * 2_f64.powi(26) - rest).abs()
}

#[test]
fn sampled_f64() {
    let stored = include_str!("data/math/sample.txt").to_owned();
    let sample = match std::env::var("BCAST_MATH_SAMPLE") {
        Ok(path) => std::fs::read_to_string(path).expect("the sample"),
        Err(_) => stored,
    };
    let mut worst = vec![[(0.0, 0.0); 2]; FUNCTIONS.len()];
    let mut index = None;
    for line in sample.lines() {
        let fields: Vec<&str> = line.split(' ').collect();
        let [x, rounded, rest] = fields[..] else {
            index = FUNCTIONS.iter().position(|function| function.name == line);
            continue;
        };
        let bits = |text| f64::from_bits(u64::from_str_radix(text, 16).expect("hexadecimal digits"));
        let index = index.expect("a line with a function of the table");
        let rest = rest.parse().expect("a number");
        for (way, worst) in worst[index].iter_mut().enumerate() {
            let error = error_of_double(FUNCTIONS[index].at_double(way, bits(x)), bits(rounded), rest);
            if error > worst.0 {
                *worst = (error, bits(x));
            }
        }
    }
    for (function, worst) in FUNCTIONS.iter().zip(&worst) {
        for (words, worst) in WAYS.iter().zip(worst) {
            println!("{} f64 {words}: {:.3} ULP at {:e}", function.name, worst.0, worst.1);
        }
    }
    for (function, worst) in FUNCTIONS.iter().zip(worst) {
        for worst in worst {
            assert!(worst.0 > 0.0, "the sample has {}", function.name);
            check(function, 1, worst);
        }
    }
}

#[test]
fn documented() {
    let table = include_str!("../../docs/math.md");
    for Function { name, stated: [single, double], source, .. } in FUNCTIONS {
        let row = format!("| `{name}` | {single:.2} | {double:.2} |");
        assert!(table.lines().any(|line| line == row), "docs/math.md has the row {row}");
        let sentence = format!("Largest error: {single:.2} ULP for `f32`, {double:.2} for `f64`.");
        let text: String = source.lines().filter_map(|line| line.strip_prefix("///")).collect();
        assert!(text.contains(&sentence), "the documentation of {name} has: {sentence}");
    }
}

/// Arguments with special values, and those values.
const EDGES: &[(&str, &[(f64, f64)])] = {
    const INF: f64 = f64::INFINITY;
    const NAN: f64 = f64::NAN;
    &[
        ("cos", &[(NAN, NAN), (INF, NAN), (-INF, NAN), (0.0, 1.0), (-0.0, 1.0)]),
        ("erf", &[(NAN, NAN), (INF, 1.0), (-INF, -1.0), (0.0, 0.0), (-0.0, -0.0), (1e4, 1.0), (-1e4, -1.0)]),
        ("exp", &[(NAN, NAN), (INF, INF), (-INF, 0.0), (0.0, 1.0), (-0.0, 1.0), (1e4, INF), (-1e4, 0.0)]),
        ("exp2", &[(NAN, NAN), (INF, INF), (-INF, 0.0), (0.0, 1.0), (-0.0, 1.0), (1e4, INF), (-1e4, 0.0), (5.0, 32.0)]),
        ("exp_m1", &[(NAN, NAN), (INF, INF), (-INF, -1.0), (0.0, 0.0), (-0.0, -0.0), (1e4, INF), (-1e4, -1.0)]),
        ("gelu", &[(NAN, NAN), (INF, INF), (-INF, -0.0), (0.0, 0.0), (-0.0, -0.0), (1e4, 1e4), (-1e4, -0.0)]),
        ("gelu_tanh", &[(NAN, NAN), (INF, INF), (-INF, -0.0), (0.0, 0.0), (-0.0, -0.0), (1e4, 1e4), (-1e4, -0.0)]),
        ("ln", &[(NAN, NAN), (INF, INF), (-INF, NAN), (-1.0, NAN), (0.0, -INF), (-0.0, -INF), (1.0, 0.0)]),
        ("ln_1p", &[(NAN, NAN), (INF, INF), (-INF, NAN), (-2.0, NAN), (-1.0, -INF), (0.0, 0.0), (-0.0, -0.0)]),
        ("log10", &[(NAN, NAN), (INF, INF), (-INF, NAN), (-1.0, NAN), (0.0, -INF), (-0.0, -INF), (1.0, 0.0)]),
        (
            "log2",
            &[(NAN, NAN), (INF, INF), (-INF, NAN), (-1.0, NAN), (0.0, -INF), (-0.0, -INF), (1.0, 0.0), (0.125, -3.0)],
        ),
        ("sigmoid", &[(NAN, NAN), (INF, 1.0), (-INF, 0.0), (0.0, 0.5), (-0.0, 0.5), (1e4, 1.0), (-1e4, 0.0)]),
        ("rsqrt", &[(NAN, NAN), (INF, 0.0), (-INF, NAN), (-1.0, NAN), (0.0, INF), (-0.0, -INF), (0.25, 2.0)]),
        ("silu", &[(NAN, NAN), (INF, INF), (-INF, -0.0), (0.0, 0.0), (-0.0, -0.0), (1e4, 1e4), (-1e4, -0.0)]),
        ("sin", &[(NAN, NAN), (INF, NAN), (-INF, NAN), (0.0, 0.0), (-0.0, -0.0)]),
        ("softplus", &[(NAN, NAN), (INF, INF), (-INF, 0.0), (1e4, 1e4), (-1e4, 0.0)]),
        ("sqrt", &[(NAN, NAN), (INF, INF), (-INF, NAN), (-1.0, NAN), (0.0, 0.0), (-0.0, -0.0), (4.0, 2.0)]),
        ("tan", &[(NAN, NAN), (INF, NAN), (-INF, NAN), (0.0, 0.0), (-0.0, -0.0)]),
        ("tanh", &[(NAN, NAN), (INF, 1.0), (-INF, -1.0), (0.0, 0.0), (-0.0, -0.0), (1e4, 1.0), (-1e4, -1.0)]),
    ]
};

#[test]
fn edges() {
    let mut wrong = Vec::new();
    for (name, values) in EDGES {
        let function = named(name);
        for &(x, expected) in *values {
            let same = |got: f64| got.to_bits() == expected.to_bits() || (got.is_nan() && expected.is_nan());
            for (way, words) in WAYS.iter().enumerate() {
                let (single, double) = (f64::from(function.at_single(way, x as f32)), function.at_double(way, x));
                if !same(single) || !same(double) {
                    wrong.push(format!("{name}({x}) {words}: {single} and {double}, not {expected}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Subnormal arguments, and subnormal results.
#[test]
fn subnormals() {
    let (single, double) = (f32::from_bits(1), f64::from_bits(1));
    for way in 0..WAYS.len() {
        let both = |name: &str, x: f32, y: f64| (named(name).at_single(way, x), named(name).at_double(way, y));
        for sign in [1.0, -1.0] {
            for name in ["exp_m1", "ln_1p", "tanh"] {
                let (x, y) = (single * sign as f32, double * sign);
                assert_eq!(both(name, x, y), (x, y), "{name}");
            }
        }
        for (name, value) in [("exp", 1.0), ("exp2", 1.0), ("sigmoid", 0.5)] {
            assert_eq!(both(name, single, double), (value as f32, value), "{name}");
        }
        assert_eq!(both("log2", single, double), (-149.0, -1074.0));
        assert_eq!(both("exp2", -149.0, -1074.0), (single, double));
        assert_eq!(both("exp2", -149.6, -1075.1), (single, 0.0));
        assert_eq!(both("exp", -103.0, -745.0), (single, double));
        assert_eq!(both("sigmoid", -103.0, -745.0), (single, double));
    }
}

/// Powers of 2 and of 10.
#[test]
fn whole_powers() {
    for way in 0..WAYS.len() {
        let single = |name: &str, x: f32| named(name).at_single(way, x);
        let double = |name: &str, x: f64| named(name).at_double(way, x);
        for k in -149..128 {
            let x = single("exp2", k as f32);
            assert_eq!((f64::from(x), single("log2", x)), (2_f64.powi(k), k as f32), "2^{k}");
        }
        for k in -1074..1024 {
            let x = double("exp2", f64::from(k));
            assert_eq!(double("log2", x), f64::from(k), "2^{k}");
        }
        for k in 0..=10 {
            assert_eq!(single("log10", 10_f32.powi(k)), k as f32, "10^{k}");
        }
        for k in 0..=22 {
            assert_eq!(double("log10", 10_f64.powi(k)), f64::from(k), "10^{k}");
        }
    }
}

/// Generic code that calls the functions by name.
#[test]
fn generic() {
    fn softplus<T: math::Real>(x: T) -> T {
        math::ln_1p(math::exp(x))
    }
    assert_eq!((softplus(0.0_f32), softplus(0.0_f64)), (2_f32.ln(), 2_f64.ln()));
}

macro_rules! every_f32 {
    ($($name:ident)*) => {
        mod every_f32 {
            $(
                #[test]
                #[ignore = "two minutes in a release build"]
                fn $name() {
                    let function = super::named(stringify!($name));
                    for (way, words) in super::WAYS.iter().enumerate() {
                        let (error, x) = super::worst_single(function, way, 1, 0);
                        println!("{} f32 {words}: {error:.3} ULP at {x:e}", function.name);
                        super::check(function, 0, (error, f64::from(x)));
                    }
                }
            )*
        }
    };
}

every_f32! { cos erf exp exp2 exp_m1 gelu gelu_tanh ln ln_1p log10 log2 rsqrt sigmoid silu sin softplus sqrt tan tanh }
