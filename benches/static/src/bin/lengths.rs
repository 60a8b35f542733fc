//! Calls with lengths in types beside the same calls on views with lengths known at run time, for innermost lengths
//! from 1 to 64.
//!
//! ```text
//! cargo run --release --manifest-path benches/static/Cargo.toml --bin lengths              # some lengths, all patterns
//! cargo run --release --manifest-path benches/static/Cargo.toml --bin lengths -- all       # prints each case
//! PATTERNS=row LENGTHS=all cargo run --release --manifest-path benches/static/Cargo.toml --bin lengths
//! PATTERNS=outer,norm LENGTHS=3,4 TOTALS=1000 cargo run ...
//! RUSTFLAGS="-C target-cpu=x86-64-v3" cargo run ...
//! RUSTFLAGS="-C target-cpu=native" cargo run ...
//! ```
//!
//! PATTERNS, LENGTHS and TOTALS select the compiled cases, since each is code of its own: one pattern at all lengths
//! and totals takes a minute or two to compile and seconds to run.
//!
//! Both read the same operands and write to the same memory; the dynamic ones are `bcast!` on ndarray's views, made for each call at
//! negligible cost. Figures are medians of CPU time, interleaved. A case above 1.05 is measured three more times, and the smallest ratio
//! counts. Prints the worst ratio of each pattern, and each case above 1.05.

use std::hint::black_box;

use bcast::bcast;
use bcast_static_bench::medians;
#[allow(unused_imports, reason = "which of them are used depends on the patterns that are chosen")]
use ndarray::{ArrayView1, ArrayView2, ArrayViewMut2};

/// Samples of each kernel.
const SAMPLES: usize = 31;
/// Ratios up to this one count as equal.
const NOISE: f64 = 1.05;

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

/// `count` numbers from 1 on.
fn numbers<T>(count: usize, number: fn(u8) -> T) -> Vec<T> {
    (1..=60).cycle().take(count).map(number).collect()
}

/// The memory as an array.
fn nested<T, const N: usize, const M: usize>(elements: &[T]) -> &[[T; M]; N] {
    elements.as_chunks().0.try_into().expect("it has N rows of M elements")
}

fn run(
    pattern: &str,
    element: &str,
    (n, m): (usize, usize),
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
    if ratio > NOISE || std::env::args().any(|argument| argument == "all") {
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
            /// Contains little more than one call, since it is compiled for each case.
            pub fn case<const N: usize, const M: usize>(worst: &mut Worst) {
                dynamic(N, M, worst, &mut |[$($operand),*], run| {
                    $(let $operand = pattern!(@ nested $axes, $operand, N, M);)*
                    run(&mut |y| {
                        let y = y.as_chunks_mut().0.try_into().expect("it has N rows of M elements");
                        by_types::<N, M>($(black_box($operand),)* black_box(y));
                    });
                });
            }
            type Call<'a> = &'a mut dyn FnMut(&mut [$element]);
            type ByTypes<'a> = &'a mut dyn FnMut([&[$element]; OPERANDS], &mut dyn FnMut(Call<'_>));
            const OPERANDS: usize = [$(stringify!($operand)),*].len();

            fn dynamic(n: usize, m: usize, worst: &mut Worst, by_types: ByTypes<'_>) {
                let number = |value: u8| value as $element;
                $(let $operand = numbers(pattern!(@ count $axes, n, m), number);)*
                $(let view = pattern!(@ array $axes, &$operand[..], n, m); let $operand = (&$operand[..], view);)*
                let (mut y, mut z) = (numbers(n * m, number), numbers(n * m, number));
                by_types([$($operand.0),*], &mut |by_types| by_types(&mut y));
                at_run_time($($operand.1,)* pattern!(@ place &mut z[..], n, m));
                assert_eq!(y, z, "both compute the same");
                let place = std::cell::RefCell::new(y);
                by_types([$($operand.0),*], &mut |by_types| {
                    run(
                        stringify!($name), stringify!($element), (n, m), worst,
                        &mut || by_types(&mut place.borrow_mut()),
                        &mut || {
                            let mut y = place.borrow_mut();
                            at_run_time($(black_box($operand.1),)* black_box(pattern!(@ place &mut y[..], n, m)));
                        },
                    );
                });
            }
        }
        let mut worst = Worst::default();
        pattern!(@ cases $lengths, worst);
        let Worst { ratio, case, cases, slower } = worst;
        println!(
            "{:<8}{}: {cases} cases, {slower} above {NOISE}, the worst {ratio:.2} at {case}",
            stringify!($name),
            stringify!($element)
        );
    }};

    (@ cases [$($length:literal)*], $worst:ident) => {$(
        chosen_totals!($length, $worst);
    )*};
    (@ totals $length:literal, $worst:ident, $($total:literal)*) => {$(
        // A single row is measured once, as a total of 1.
        if $total == 1 || rows($total, $length) > 1 {
            kernels::case::<{ rows($total, $length) }, $length>(&mut $worst);
        }
    )*};

    (@ type $element:ty, [N, M]) => { [[$element; M]; N] };
    (@ type $element:ty, [M]) => { [$element; M] };
    (@ type $element:ty, [N, 1]) => { [[$element; 1]; N] };
    (@ view $element:ty, [N, M]) => { ArrayView2<'_, $element> };
    (@ view $element:ty, [M]) => { ArrayView1<'_, $element> };
    (@ view $element:ty, [N, 1]) => { ArrayView2<'_, $element> };
    (@ count [N, M], $n:ident, $m:ident) => { $n * $m };
    (@ count [M], $n:ident, $m:ident) => { $m };
    (@ count [N, 1], $n:ident, $m:ident) => { $n };
    (@ nested [N, M], $operand:ident, $n:ident, $m:ident) => { nested::<_, $n, $m>($operand) };
    (@ nested [M], $operand:ident, $n:ident, $m:ident) => { &nested::<_, 1, $m>($operand)[0] };
    (@ nested [N, 1], $operand:ident, $n:ident, $m:ident) => { nested::<_, $n, 1>($operand) };
    (@ array [N, M], $elements:expr, $n:ident, $m:ident) => { ArrayView2::from_shape(($n, $m), $elements).expect("N rows") };
    (@ array [M], $elements:expr, $n:ident, $m:ident) => { ArrayView1::from($elements) };
    (@ array [N, 1], $elements:expr, $n:ident, $m:ident) => { ArrayView2::from_shape(($n, 1), $elements).expect("N rows") };
    (@ place $elements:expr, $n:ident, $m:ident) => {
        ArrayViewMut2::from_shape(($n, $m), $elements).expect("N rows")
    };
}

// `chosen_lengths!`, `chosen_totals!`, `if_row!` and the like: see `build.rs`.
include!(concat!(env!("OUT_DIR"), "/chosen.rs"));

fn main() {
    if_same!(chosen_lengths!(same: f32, (a [N, M], b [N, M]), a + b););
    if_row! {
        chosen_lengths!(row: f32, (a [N, M], b [M]), a + b);
        pattern!(row: f64, (a [N, M], b [M]), a + b, [1 3 4 7 16 31]);
        pattern!(row: u8, (a [N, M], b [M]), a / 2 + b / 2, [1 3 4 7 16 31]);
    }
    if_column! {
        chosen_lengths!(column: f32, (a [N, M], b [N, 1]), a + b);
        pattern!(column: f64, (a [N, M], b [N, 1]), a + b, [1 3 4 7 16 31]);
        pattern!(column: u8, (a [N, M], b [N, 1]), a / 2 + b / 2, [1 3 4 7 16 31]);
    }
    if_outer!(chosen_lengths!(outer: f32, (a [N, 1], b [M]), a * b););
    if_norm! {
        chosen_lengths!(
            norm: f32,
            (x [N, M], mean [N, 1], var [N, 1], gamma [N, 1], beta [N, 1]),
            (x - mean) / (var + 1e-5).sqrt() * gamma + beta
        );
    }
    if_divide!(chosen_lengths!(divide: f32, (a [N, M], b [M], c [N, 1]), a / b - c););
}
