//! Calls with `threads` beside the same calls without, from 1e3 to 3e7 elements.
//!
//! ```text
//! cargo run --release --manifest-path benches/threads/Cargo.toml
//! cargo run --release --manifest-path benches/threads/Cargo.toml -- W10a 1e5 1e6
//! ```
//!
//! A figure is the time on one thread divided by the time with `threads`: 2.00 is twice as fast, less than 1.00 is
//! slower. Times are wall times, interleaved within a row; the ratio is that of the medians, and in brackets that of
//! the minimums, which other load disturbs less. `halves` is the ratio of two calls on halves of the arrays, by hand in
//! `rayon::join`: the bound where memory limits. Results are written to existing memory, except in rows that say `new`.

use std::hint::black_box;
use std::time::{Duration, Instant};

use bcast::bcast;
use ndarray::{Array2, ArrayView2, ArrayViewMut2, Axis};

/// sqrt(2 / pi)
const GELU: f32 = 0.797_884_6;
const SIZES: [(&str, usize); 8] = [
    ("1e3", 1_000),
    ("1e4", 10_000),
    ("3e4", 30_000),
    ("1e5", 100_000),
    ("3e5", 300_000),
    ("1e6", 1_000_000),
    ("3e6", 3_000_000),
    ("3e7", 30_000_000),
];

/// The arrays of every workload: two of (rows, length), and one number for each row and for each column.
struct Arrays<'a> {
    a: ArrayView2<'a, f32>,
    b: ArrayView2<'a, f32>,
    /// `b` with its axes swapped.
    turned: ArrayView2<'a, f32>,
    column: ArrayView2<'a, f32>,
    row: ArrayView2<'a, f32>,
}

impl<'a> Arrays<'a> {
    /// The first half of the rows, and the second.
    fn halves(&self, middle: usize) -> [Arrays<'a>; 2] {
        let split = |array: &ArrayView2<'a, f32>, axis| array.split_at(Axis(axis), middle);
        let ((a, last_a), (b, last_b), (column, last_column)) =
            (split(&self.a, 0), split(&self.b, 0), split(&self.column, 0));
        let (turned, last_turned) = split(&self.turned, 1);
        [
            Arrays { a, b, turned, column, row: self.row },
            Arrays { a: last_a, b: last_b, turned: last_turned, column: last_column, row: self.row },
        ]
    }
}

/// A workload: its name, and the call in three forms.
struct Workload {
    name: &'static str,
    formula: &'static str,
    one: fn(&Arrays<'_>, &mut ArrayViewMut2<'_, f32>),
    threads: fn(&Arrays<'_>, &mut ArrayViewMut2<'_, f32>),
    new: fn(&Arrays<'_>) -> Array2<f32>,
    new_threads: fn(&Arrays<'_>) -> Array2<f32>,
}

/// Writes each call out with and without `threads`.
macro_rules! workloads {
    ($($name:literal |$($array:ident)*| $formula:expr;)*) => {
        const WORKLOADS: &[Workload] = &[$(Workload {
            name: $name,
            formula: stringify!($formula),
            one: |&Arrays { $($array,)* .. }, y| bcast!(y = $formula),
            threads: |&Arrays { $($array,)* .. }, y| bcast!(y = $formula, threads),
            new: |&Arrays { $($array,)* .. }| bcast!($formula),
            new_threads: |&Arrays { $($array,)* .. }| bcast!($formula, threads),
        }),*];
    };
}

workloads! {
    "W1" |a b| a + b;
    "W3" |a row| a + row;
    "W4" |a column| a + column;
    "W8" |a turned| a + &turned.t();
    "W9" |a row column b| (a - row) / (b + 1e-5).sqrt() * row + column;
    "W10a" |a| 0.5 * a * (1.0 + (GELU * (a + 0.044715 * a * a * a)).tanh());
    "W10b" |a| (-a * a).exp();
    "W10c" |a row| (a + row).sigmoid();
    "libm" |a| f32::sin(a);
}

/// A reduction over all axes: its name, formula, and the call without and with `threads`.
type Total = (&'static str, &'static str, [fn(&Array2<f32>) -> f32; 2]);

/// Writes each reduction out with and without `threads`.
macro_rules! totals {
    ($($name:literal |$a:ident| $formula:expr;)*) => {
        const TOTALS: [Total; 4] =
            [$(($name, stringify!($formula), [|$a| bcast!($formula), |$a| bcast!($formula, threads)])),*];
    };
}

totals! {
    "sum" |a| sum(a, axis = ..);
    "norm" |a| sum(a * a, axis = ..).sqrt();
    "sum of exp" |a| sum(a.exp(), axis = ..);
    "max" |a| max(a, axis = ..);
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let is_wanted = |name: &str, of_all: &[&str]| {
        let any = of_all.iter().any(|other| wanted.iter().any(|wanted| wanted == other));
        !any || wanted.iter().any(|wanted| wanted == name)
    };
    let pool = rayon::ThreadPoolBuilder::new().start_handler(pin).build_global();
    pool.expect("nobody has made the pool before");
    println!("{} threads", rayon::current_num_threads());
    let names: Vec<_> =
        WORKLOADS.iter().map(|workload| workload.name).chain(TOTALS.iter().map(|(name, ..)| *name)).collect();
    let sizes: Vec<_> = SIZES.iter().filter(|(name, _)| is_wanted(name, &SIZES.map(|(name, _)| name))).collect();
    for workload in WORKLOADS.iter().filter(|workload| is_wanted(workload.name, &names)) {
        println!("\n{}: {}", workload.name, workload.formula);
        println!(
            "{:>6}{:>14}{:>16}{:>16}{:>14}{:>16}",
            "", "one thread us", "threads", "halves", "new us", "new, threads"
        );
        for (name, count) in &sizes {
            measure(workload, name, *count);
        }
    }
    for (_, formula, [one, threads]) in TOTALS.into_iter().filter(|(name, ..)| is_wanted(name, &names)) {
        println!("\n{formula}\n{:>6}{:>14}{:>16}", "", "one thread us", "threads");
        for (name, count) in &sizes {
            let a = Array2::from_shape_fn((count / 10, 10), |(i, j)| ((i * 31 + j * 7) % 1000) as f32 / 1000.0);
            assert_eq!(one(&a).to_bits(), threads(&a).to_bits(), "{formula} at {name}");
            let runs: [Run<'_>; 2] = [&mut |_| _ = black_box(one(&a)), &mut |_| _ = black_box(threads(&a))];
            let times = timed(&mut { runs }, &mut Array2::zeros((0, 0)));
            let ratio = format!("{:.2} ({:.2})", times[0].median / times[1].median, times[0].least / times[1].least);
            println!("{name:>6}{:>14.2}{ratio:>16}", times[0].median * 1e6);
        }
    }
}

/// Pins a pool thread to a processor: otherwise two may wake on the same one while the machine is busy.
fn pin(thread: usize) {
    #[cfg(target_os = "linux")]
    // SAFETY: a set of processors is a struct of integers, for which zero is valid; both calls get a local set.
    unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        libc::CPU_SET(thread % libc::CPU_SETSIZE as usize, &mut set);
        // If this processor is not available, the thread runs anywhere.
        libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), &raw const set);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = thread;
}

fn measure(workload: &Workload, name: &str, count: usize) {
    let length = [10, 100, 1000].into_iter().rfind(|length| length * length <= count).unwrap_or(1);
    let rows = count / length;
    let number = |seed: usize| move |(i, j): (usize, usize)| ((i * 31 + j * 7 + seed) % 1000) as f32 / 1000.0 + 0.5;
    let (a, b) = (Array2::from_shape_fn((rows, length), number(1)), Array2::from_shape_fn((rows, length), number(5)));
    let (column, row) = (Array2::from_shape_fn((rows, 1), number(2)), Array2::from_shape_fn((1, length), number(3)));
    let turned = Array2::from_shape_fn((length, rows), number(4));
    let arrays = Arrays { a: a.view(), b: b.view(), turned: turned.view(), column: column.view(), row: row.view() };
    let mut y = Array2::zeros((rows, length));
    (workload.one)(&arrays, &mut y.view_mut());
    let expected = y.clone();
    (workload.threads)(&arrays, &mut y.view_mut());
    assert_eq!(y, expected, "{} at {name}", workload.name);
    let middle = rows / 2;
    let mut times = timed(
        &mut [
            &mut |y| (workload.one)(&arrays, &mut y.view_mut()),
            &mut |y| (workload.threads)(&arrays, &mut y.view_mut()),
            &mut |y| {
                let [first, second] = arrays.halves(middle);
                let (mut upper, mut lower) = y.view_mut().split_at(Axis(0), middle);
                rayon::join(|| (workload.one)(&first, &mut upper), || (workload.one)(&second, &mut lower));
            },
        ],
        &mut y,
    );
    let new: [Run<'_>; 2] = [&mut |_| drop((workload.new)(&arrays)), &mut |_| drop((workload.new_threads)(&arrays))];
    times.extend(timed(&mut { new }, &mut y));
    let ratio = |of: usize, to: usize| {
        format!("{:.2} ({:.2})", times[of].median / times[to].median, times[of].least / times[to].least)
    };
    println!(
        "{name:>6}{:>14.2}{:>16}{:>16}{:>14.2}{:>16}",
        times[0].median * 1e6,
        ratio(0, 1),
        ratio(0, 2),
        times[3].median * 1e6,
        ratio(3, 4)
    );
}

/// Seconds of one run.
struct Times {
    median: f64,
    least: f64,
}

/// A timed call; it receives its output.
type Run<'a> = &'a mut dyn FnMut(&mut Array2<f32>);

/// The approximate time of all samples in seconds, and the fewest samples.
const EFFORT: f64 = 0.25;
const SAMPLES: usize = 9;

/// The times of a run of each, interleaved.
fn timed(runs: &mut [Run<'_>], y: &mut Array2<f32>) -> Vec<Times> {
    let mut sample = |run: &mut dyn FnMut(&mut Array2<f32>), repeats: usize| {
        // Waits until the pool's threads sleep: a sample after a call with threads would find them awake.
        let before = Instant::now();
        while before.elapsed() < Duration::from_micros(300) {}
        let start = Instant::now();
        (0..repeats).for_each(|_| run(y));
        start.elapsed().as_secs_f64() / repeats as f64
    };
    // Runs of a few microseconds are repeated, so that reading the clock does not matter.
    let (mut repeats, mut once) = (1, 0.0);
    while once * (repeats as f64) < 20e-6 {
        repeats *= 2;
        once = sample(runs[0], repeats);
    }
    let turns = ((EFFORT / (once * repeats as f64 * runs.len() as f64)) as usize).clamp(SAMPLES, 999);
    let mut times = vec![Vec::with_capacity(turns); runs.len()];
    for _ in 0..turns {
        for (run, times) in runs.iter_mut().zip(&mut times) {
            times.push(sample(*run, repeats));
        }
    }
    let summary = |mut times: Vec<f64>| {
        times.sort_by(f64::total_cmp);
        Times { median: times[times.len() / 2], least: times[0] }
    };
    times.into_iter().map(summary).collect()
}
