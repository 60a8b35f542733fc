//! The functions of `ops` against independent models: every pair of 8-bit integers, and floating-point numbers of every
//! kind.

use bcast_core::ops::{self, in_ncnn as ncnn, in_openvino as openvino};

const EDGES: [f64; 17] = [
    0.0,
    -0.0,
    0.5,
    -0.5,
    1.0,
    -1.0,
    2.0,
    -2.5,
    3.0,
    -7.0,
    7.5,
    1e30,
    -1e-30,
    1e-310,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];

fn pairs() -> impl Iterator<Item = (f64, f64)> {
    EDGES.into_iter().flat_map(|x| EDGES.into_iter().map(move |y| (x, y)))
}

/// Tests for equal bits, or two NaNs.
fn alike(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan())
}

#[test]
fn every_pair_of_signed_bytes() {
    for x in i8::MIN..=i8::MAX {
        for y in i8::MIN..=i8::MAX {
            let (a, b) = (i32::from(x), i32::from(y));
            let pair = format!("{x} {y}");
            assert_eq!(ops::add(x, y), (a + b) as i8, "{pair}");
            assert_eq!(ops::sub(x, y), (a - b) as i8, "{pair}");
            assert_eq!(ops::mul(x, y), (a * b) as i8, "{pair}");
            assert_eq!(ops::max(x, y), a.max(b) as i8, "{pair}");
            assert_eq!(ops::min(x, y), a.min(b) as i8, "{pair}");
            assert_eq!(ops::prelu(x, y), (if a < 0 { a * b } else { a }) as i8, "{pair}");
            assert_eq!(openvino::squared_difference(x, y), (a - b).wrapping_pow(2) as i8, "{pair}");
            let floor = |quotient: f64| quotient.floor() as i32;
            let division = |exact: i32| if b == 0 { 0 } else { exact as i8 };
            assert_eq!(ops::div(x, y), division(a.checked_div(b).unwrap_or(0)), "{pair}");
            assert_eq!(ops::fmod(x, y), division(a.checked_rem(b).unwrap_or(0)), "{pair}");
            let floored = if b == 0 { 0 } else { floor(f64::from(a) / f64::from(b)) };
            assert_eq!(openvino::python_div(x, y), floored as i8, "{pair}");
            assert_eq!(ops::modulo(x, y), if b == 0 { 0 } else { (a - floored * b) as i8 }, "{pair}");
            let far = !(0..8).contains(&b);
            assert_eq!(ops::shift_left(x, y), if far { 0 } else { (a << b) as i8 }, "{pair}");
            assert_eq!(ops::shift_right(x, y), (a >> if far { 31 } else { b }) as i8, "{pair}");
        }
    }
}

#[test]
fn every_pair_of_unsigned_bytes() {
    for x in 0..=u8::MAX {
        for y in 0..=u8::MAX {
            let (a, b) = (u32::from(x), u32::from(y));
            let pair = format!("{x} {y}");
            assert_eq!(ops::add(x, y), (a + b) as u8, "{pair}");
            assert_eq!(ops::sub(x, y), a.wrapping_sub(b) as u8, "{pair}");
            assert_eq!(ops::mul(x, y), (a * b) as u8, "{pair}");
            assert_eq!(ops::prelu(x, y), x, "{pair}");
            assert_eq!(ops::div(x, y), a.checked_div(b).unwrap_or(0) as u8, "{pair}");
            assert_eq!(openvino::python_div(x, y), a.checked_div(b).unwrap_or(0) as u8, "{pair}");
            assert_eq!(ops::modulo(x, y), a.checked_rem(b).unwrap_or(0) as u8, "{pair}");
            assert_eq!(ops::fmod(x, y), a.checked_rem(b).unwrap_or(0) as u8, "{pair}");
            assert_eq!(ops::shift_left(x, y), if b < 8 { (a << b) as u8 } else { 0 }, "{pair}");
            assert_eq!(ops::shift_right(x, y), if b < 8 { (a >> b) as u8 } else { 0 }, "{pair}");
        }
    }
}

#[test]
fn the_widest_integers_wrap() {
    assert_eq!(ops::div(i64::MIN, -1), i64::MIN);
    assert_eq!(ops::modulo(i64::MIN, -1), 0);
    assert_eq!(openvino::python_div(i64::MIN, -1), i64::MIN);
    assert_eq!(ops::mul(u64::MAX, u64::MAX), 1);
    assert_eq!(ops::shift_left(1_u64, 64), 0);
    assert_eq!(ops::shift_right(i64::MIN, i64::MIN), -1);
}

#[test]
fn whole_powers_are_exact_and_wrap() {
    for x in i8::MIN..=i8::MAX {
        let (mut power, mut wide) = (1_i8, 1_i32);
        for y in 0..=40_i64 {
            assert_eq!(ops::pow(x, y), power, "{x} {y}");
            assert_eq!(ops::pow(i32::from(x), y as u8), wide, "{x} {y}");
            (power, wide) = (power.wrapping_mul(x), wide.wrapping_mul(i32::from(x)));
        }
        let reciprocal = if x.unsigned_abs() == 1 { x } else { 0 };
        assert_eq!(ops::pow(x, -1_i16), reciprocal);
    }
    assert_eq!(ops::pow(3_i64, i64::MAX), ops::mul(ops::pow(3_i64, i64::MAX - 1), 3));
    assert_eq!(ops::pow(-1_i32, i64::MIN), 1);
    assert_eq!(ops::pow(2_u64, u64::MAX), 0);
}

#[test]
fn whole_powers_in_f64_are_not_one_less() {
    for base in 2..=2000_i64 {
        assert_eq!(ops::pow(base * base, 0.5_f64), base);
        assert_eq!(ops::pow(base * base, 0.5_f32), base);
        let (mut power, mut exponent) = (1_i64, 0.0);
        while let Some(next) = power.checked_mul(base).filter(|&next| next < 1 << 53) {
            (power, exponent) = (next, exponent + 1.0);
            assert_eq!(ops::pow(base, exponent), power, "{base} {exponent}");
        }
    }
    assert_eq!(ops::pow(2_i32, -1.0_f64), 0);
    assert_eq!(ops::pow(-2_i32, 0.5_f64), 0);
    assert_eq!(ops::pow(-10_i32, 99.0_f64), i32::MIN);
    assert_eq!(ops::pow(0_i32, -1.0_f64), i32::MAX);
    assert_eq!(ops::pow(0_u8, 0.0_f32), 1);
}

#[test]
fn powers_of_floating_point_numbers() {
    for (x, y) in pairs() {
        let (exact, ours) = (x.powf(y), ops::pow(x, y));
        let close = (exact - ours).abs() <= exact.abs() * f64::EPSILON;
        assert!(close || exact == ours || alike(exact, ours), "{x} ^ {y}: {exact} {ours}");
        let single = ops::pow(x as f32, y);
        let exact = f64::from(x as f32).powf(y) as f32;
        let close = (exact - single).abs() <= exact.abs() * f32::EPSILON;
        assert!(close || exact == single || exact.is_nan() && single.is_nan(), "{x} ^ {y}: {exact} {single}");
    }
    assert_eq!(ops::pow(2.0_f32, 3_u8), 8.0);
    assert_eq!(ops::pow(-2.0_f64, -3_i64), -0.125);
}

#[test]
fn floating_point_numbers_of_every_kind() {
    for (x, y) in pairs() {
        let nan = x.is_nan() || y.is_nan();
        for (name, ours, exact) in [("max", ops::max(x, y), x.max(y)), ("min", ops::min(x, y), x.min(y))] {
            assert!(if nan { ours.is_nan() } else { ours == exact }, "{name} {x} {y}: {ours}");
        }
        assert!(alike(ops::fmod(x, y), x % y), "{x} {y}");
        assert!(alike(ops::prelu(x, y), if x < 0.0 { y * x } else { x }), "{x} {y}");
        assert!(alike(openvino::python_div(x, y), x / y), "{x} {y}");
        // The definition of `Mod` in opset 28.
        let modulo = ops::modulo(x, y);
        let expected = match () {
            () if nan || x.is_infinite() || y == 0.0 => f64::NAN,
            () if x == 0.0 => 0.0_f64.copysign(y),
            () if y.is_infinite() => {
                if (x < 0.0) == (y < 0.0) {
                    x
                } else {
                    y
                }
            }
            () if (x % y) == 0.0 => 0.0_f64.copysign(y),
            () if (x < 0.0) == (y < 0.0) => x % y,
            () => x % y + y,
        };
        assert!(alike(modulo, expected), "{x} {y}: {modulo} {expected}");
        let single = f64::from(ops::modulo(x as f32, y as f32));
        assert!(single.is_nan() || single == 0.0 || single.is_sign_negative() == (y < 0.0), "{x} {y}: {single}");
    }
}

#[test]
fn the_formulas_of_ncnn() {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        f32::from_bits((state >> 32) as u32)
    };
    let random = (0..200_000).map(|_| (random(), random()));
    let moderate = (-400..400).flat_map(|x| (-40..40).map(move |y| (x as f32 / 8.0, y as f32 / 4.0)));
    for (x, y) in pairs().map(|(x, y)| (x as f32, y as f32)).chain(random).chain(moderate) {
        let pair = format!("{x:e} {y:e}");
        let same = |a: f32, b: f32| a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan();
        assert!(same(ncnn::max(x, y), if x < y { y } else { x }), "{pair}");
        assert!(same(ncnn::min(x, y), if y < x { y } else { x }), "{pair}");
        assert!(same(ncnn::floor_divide(x, y), (x / y).floor()), "{pair}");
        let (angle, exact) = (ncnn::atan2(x, y), f64::from(x).atan2(f64::from(y)));
        let error =
            (f64::from(angle) - exact).abs() / f64::from((exact as f32).next_up() - exact as f32).abs().max(1e-46);
        let right = same(angle, exact as f32) || (error <= 0.6 && angle.is_sign_negative() == (exact < 0.0));
        assert!(right, "{pair}: {angle} {exact} {error}");
        let rest = ncnn::remainder(x, y);
        if x.is_infinite() || x.is_nan() || y.is_nan() || y == 0.0 {
            assert!(rest.is_nan(), "{pair}: {rest}");
        } else {
            let quotient = f64::from(x) / f64::from(y);
            assert!(
                f64::from(rest).abs() * 2.0 <= f64::from(y).abs()
                    && rest.is_sign_negative() == (rest < 0.0 || (rest == 0.0 && x.is_sign_negative()))
            );
            if quotient.abs() < 1e6 && y.is_finite() {
                let expected = f64::from(x) - quotient.round_ties_even() * f64::from(y);
                assert!((f64::from(rest) - expected).abs() <= 1e-9 * f64::from(y).abs(), "{pair}: {rest} {expected}");
            }
        }
        let (larger, smaller) = (f64::from(ncnn::max(x, y)), f64::from(ncnn::min(x, y)));
        let exact = larger + (smaller - larger).exp().ln_1p();
        let sum = f64::from(ncnn::log_add_exp(x, y));
        let close = (sum - exact).abs() <= 3e-7 * larger.abs().max(1.0);
        assert!(close || sum == exact || sum.is_nan() && exact.is_nan() || larger > 3e38, "{pair}: {sum} {exact}");
    }
    assert_eq!(ncnn::remainder(1.0, 2.0), 1.0);
    assert_eq!(ncnn::remainder(3.0, 2.0), -1.0);
    assert_eq!(ncnn::remainder(5.0, 2.0), 1.0);
    assert_eq!(ncnn::remainder(1.0, f32::INFINITY), 1.0);
}

/// The functions by module, as compiled paths and as named in `docs/operators.md`.
macro_rules! documented {
    ($($module:tt: $($name:ident)*;)*) => {
        #[test]
        fn the_document_has_every_function() {
            $(documented!(@ $module $($name)*);)*
            let names = [$($((stringify!($module), stringify!($name))),*),*];
            let path = |(module, name): (&str, &str)| if module == "_" { name.into() } else { format!("{module}::{name}") };
            let document = include_str!("../../docs/operators.md");
            let (_, part) = document.split_once("## Element functions").expect("the part");
            let (part, _) = part.split_once("\n## ").expect("the next part");
            let rows = part.lines().filter_map(|line| line.strip_prefix("| `")?.split(" | ").next());
            let found: Vec<&str> = rows.flat_map(|row| row.split(' ')).map(|name| name.trim_matches('`')).collect();
            assert_eq!(found, names.map(path));
        }
    };
    (@ _ $($name:ident)*) => { $(#[allow(unused_imports, reason = "that it is there is all")] use bcast_core::ops::$name as _;)* };
    (@ $module:ident $($name:ident)*) => { $(#[allow(unused_imports, reason = "that it is there is all")] use bcast_core::ops::$module::$name as _;)* };
}

documented! {
    _: add sub mul div modulo fmod pow max min prelu shift_left shift_right;
    in_openvino: python_div floor_mod squared_difference;
    in_ncnn: max min atan2 log_add_exp floor_divide remainder;
}
