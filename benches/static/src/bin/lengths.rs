//! Calls whose lengths are types beside the same calls on views whose lengths are known at run time, for every length of the
//! innermost axis from 1 to 64.
//!
//! ```text
//! cargo run --release --manifest-path benches/static/Cargo.toml --bin lengths
//! cargo run --release --manifest-path benches/static/Cargo.toml --bin lengths -- row outer   # some patterns
//! cargo run --release --manifest-path benches/static/Cargo.toml --bin lengths -- length=3 total=1000 all
//! RUSTFLAGS="-C target-cpu=x86-64-v3" cargo run --release --target-dir ... --bin lengths
//! RUSTFLAGS="-C target-cpu=native" cargo run --release --target-dir ... --bin lengths
//! ```
//!
//! Both write to the same memory, from the same operands; the dynamic ones are `bcast!` on ndarray's views, made before the
//! clock starts. Figures are medians of processor time, taken in turns. A case above 1.05 is measured three times more, and the
//! smallest ratio counts. Prints the worst ratio of each pattern, and each case above 1.05 (`all`: each case). It compiles for
//! a minute or two and runs for less.

use std::hint::black_box;

use bcast::bcast;
use bcast_static_bench::medians;
use ndarray::{ArrayView1, ArrayView2, ArrayViewMut2};

/// Samples of each kernel.
const SAMPLES: usize = 31;
/// Ratios up to this one are equal.
const NOISE: f64 = 1.05;

/// What is measured, as the command line says.
struct Wanted {
    patterns: Vec<String>,
    length: Option<usize>,
    total: Option<usize>,
    all: bool,
}

impl Wanted {
    fn read() -> Self {
        let mut wanted = Wanted { patterns: Vec::new(), length: None, total: None, all: false };
        for argument in std::env::args().skip(1) {
            let number = |text: &str| Some(text.parse().unwrap_or_else(|_| panic!("`{argument}` needs a number")));
            match argument.split_once('=') {
                Some(("length", text)) => wanted.length = number(text),
                Some(("total", text)) => wanted.total = number(text),
                Some(_) => panic!("`{argument}`: there are the options `length=..`, `total=..`, `all`, and patterns"),
                None if argument == "all" => wanted.all = true,
                None => wanted.patterns.push(argument),
            }
        }
        wanted
    }
}

/// The worst case of a pattern so far.
#[derive(Default)]
struct Worst {
    ratio: f64,
    case: String,
    cases: usize,
    slower: usize,
}

/// The rows of a case of `total` elements.
const fn rows(total: usize, length: usize) -> usize {
    let rows = (total + length / 2) / length;
    if rows == 0 { 1 } else { rows }
}

/// An array on the heap, of numbers from 1 on.
fn numbers<T: Copy, const N: usize, const M: usize>(number: fn(u8) -> T) -> Box<[[T; M]; N]> {
    let mut array = vec![[number(1); M]; N].into_boxed_slice();
    array.as_flattened_mut().iter_mut().zip((1..=60).cycle()).for_each(|(element, value)| *element = number(value));
    array.try_into().unwrap_or_else(|_| unreachable!("it has N rows"))
}

fn run(
    pattern: &str,
    element: &str,
    (n, m): (usize, usize),
    wanted: &Wanted,
    worst: &mut Worst,
    by_types: &mut dyn FnMut(),
    at_run_time: &mut dyn FnMut(),
) {
    let mut measure = || {
        let [by_types, at_run_time] = medians(SAMPLES, [&mut *by_types, &mut *at_run_time]);
        (by_types / at_run_time, by_types, at_run_time)
    };
    let mut best = measure();
    for _ in 0..3 {
        if best.0 > NOISE {
            let again = measure();
            best = if again.0 < best.0 { again } else { best };
        }
    }
    let (ratio, by_types, at_run_time) = best;
    worst.cases += 1;
    worst.slower += usize::from(ratio > NOISE);
    let case = format!("({n}, {m}) of {element}");
    if ratio > NOISE || wanted.all {
        let (by_types, at_run_time) = (by_types * 1e9, at_run_time * 1e9);
        println!("{pattern:<8}{case:<22}{by_types:>12.1} ns{at_run_time:>12.1} ns{ratio:>8.2}");
    }
    if ratio > worst.ratio {
        (worst.ratio, worst.case) = (ratio, case);
    }
}

/// A pattern: its operands, each of which takes both axes `[N, M]`, the last `[M]` or the first `[N, 1]`.
macro_rules! pattern {
    ($name:ident: $element:ty, ($($operand:ident $axes:tt),*), $expression:expr, $lengths:tt) => {{
        mod kernels {
            use super::*;
            #[inline(never)]
            pub fn by_types<const N: usize, const M: usize>(
                $($operand: &pattern!(@ type $element, $axes),)* y: &mut [[$element; M]; N],
            ) {
                bcast!(y = $expression);
            }
            #[inline(never)]
            pub fn at_run_time(
                $($operand: pattern!(@ view $element, $axes),)* mut y: ArrayViewMut2<'_, $element>,
            ) {
                bcast!(y = $expression);
            }
            pub fn case<const N: usize, const M: usize>(wanted: &Wanted, worst: &mut Worst) {
                if wanted.length.is_some_and(|length| length != M) {
                    return;
                }
                let number = |value: u8| value as $element;
                $(let $operand = pattern!(@ make $axes, number);)*
                let (mut y, mut z) = (numbers::<$element, N, M>(number), numbers::<$element, N, M>(number));
                by_types::<N, M>($(&$operand,)* &mut y);
                at_run_time($(pattern!(@ array $axes, $operand, N, M),)* ArrayViewMut2::from(&mut z[..]));
                assert_eq!(y, z, "both compute the same");
                let place = std::cell::RefCell::new(y);
                run(
                    stringify!($name), stringify!($element), (N, M), wanted, worst,
                    &mut || {
                        let mut y = place.borrow_mut();
                        by_types::<N, M>($(black_box(&$operand),)* black_box(&mut y));
                    },
                    &mut || {
                        let mut y = place.borrow_mut();
                        let y = ArrayViewMut2::from(&mut y[..]);
                        at_run_time($(black_box(pattern!(@ array $axes, $operand, N, M)),)* black_box(y));
                    },
                );
            }
        }
        let wanted = Wanted::read();
        if wanted.patterns.is_empty() || wanted.patterns.iter().any(|pattern| pattern == stringify!($name)) {
            let mut worst = Worst::default();
            pattern!(@ cases $lengths, wanted, worst);
            let Worst { ratio, case, cases, slower } = worst;
            if cases > 0 {
                println!(
                    "{:<8}{}: {cases} cases, {slower} above {NOISE}, the worst {ratio:.2} at {case}",
                    stringify!($name), stringify!($element)
                );
            }
        }
    }};

    (@ cases [$($length:literal)*], $wanted:ident, $worst:ident) => {$(
        pattern!(@ totals $length, $wanted, $worst, 1 10 1000 100000);
    )*};
    (@ totals $length:literal, $wanted:ident, $worst:ident, $($total:literal)*) => {$(
        // One row is measured once, as a total of 1.
        if $wanted.total.is_none_or(|total| total == $total) && ($total == 1 || rows($total, $length) > 1) {
            kernels::case::<{ rows($total, $length) }, $length>(&$wanted, &mut $worst);
        }
    )*};

    (@ type $element:ty, [N, M]) => { [[$element; M]; N] };
    (@ type $element:ty, [M]) => { [$element; M] };
    (@ type $element:ty, [N, 1]) => { [[$element; 1]; N] };
    (@ view $element:ty, [N, M]) => { ArrayView2<'_, $element> };
    (@ view $element:ty, [M]) => { ArrayView1<'_, $element> };
    (@ view $element:ty, [N, 1]) => { ArrayView2<'_, $element> };
    (@ make [N, M], $number:ident) => { numbers::<_, N, M>($number) };
    (@ make [M], $number:ident) => { numbers::<_, 1, M>($number)[0] };
    (@ make [N, 1], $number:ident) => { numbers::<_, N, 1>($number) };
    (@ array [N, M], $operand:ident, $n:ident, $m:ident) => { ArrayView2::from(&$operand[..]) };
    (@ array [M], $operand:ident, $n:ident, $m:ident) => { ArrayView1::from(&$operand[..]) };
    (@ array [N, 1], $operand:ident, $n:ident, $m:ident) => { ArrayView2::from(&$operand[..]) };
}

/// The same for every length from 1 to 64.
macro_rules! all_lengths {
    ($($pattern:tt)*) => {
        pattern!($($pattern)*, [
            1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32
            33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64
        ])
    };
}

/// And for some.
macro_rules! some_lengths {
    ($($pattern:tt)*) => {
        pattern!($($pattern)*, [1 2 3 4 7 8 10 16 31 33 64])
    };
}

fn main() {
    all_lengths!(same: f32, (a [N, M], b [N, M]), a + b);
    all_lengths!(row: f32, (a [N, M], b [M]), a + b);
    all_lengths!(column: f32, (a [N, M], b [N, 1]), a + b);
    all_lengths!(outer: f32, (a [N, 1], b [M]), a * b);
    all_lengths!(
        norm: f32,
        (x [N, M], mean [N, 1], var [N, 1], gamma [N, 1], beta [N, 1]),
        (x - mean) / (var + 1e-5).sqrt() * gamma + beta
    );
    all_lengths!(divide: f32, (a [N, M], b [M], c [N, 1]), a / b - c);
    some_lengths!(row: f64, (a [N, M], b [M]), a + b);
    some_lengths!(column: f64, (a [N, M], b [N, 1]), a + b);
    some_lengths!(divide: f64, (a [N, M], b [M], c [N, 1]), a / b - c);
    some_lengths!(row: u8, (a [N, M], b [M]), a / 2 + b / 2);
    some_lengths!(column: u8, (a [N, M], b [N, 1]), a / 2 + b / 2);
}
