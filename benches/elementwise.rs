//! `bcast!` beside a hand-written loop and what ndarray offers, one row for each workload.
//!
//! ```text
//! cargo bench --bench elementwise            # every workload
//! cargo bench --bench elementwise -- W3 W5   # some of them
//! ```
//!
//! f32, about 1e5 elements, one thread. All kernels of a row run in turns in one process and write the same memory; the
//! figures are medians, as ratios to the loop. `new` and `ops` allocate their result, the others write to existing
//! memory. The loops are what a careful programmer writes in plain Rust for these very shapes, compiled with the same
//! flags.

use std::hint::black_box;
use std::time::Instant;

use bcast::bcast;
use ndarray::{Array, Array1, Array2, Array3, Array4, ArrayView3, Axis, Dimension, Zip};

/// Samples of each kernel.
const SAMPLES: usize = 101;
/// How long one sample takes at least, in seconds.
const SAMPLE: f64 = 100e-6;
/// What `bcast!` may take into existing memory, in times of the loop, in the rows that are a promise and not a report.
const PROMISE: f64 = 1.3;
const PROMISED: [&str; 3] = ["W1", "W2", "W3"];
/// Ratios that differ by less are equal.
const NOISE: f64 = 1.1;

/// (N, M) of the workloads of rank 2.
const N: usize = 250;
const M: usize = 400;
/// (N, C, H, W) of those of rank 4.
const NCHW: (usize, usize, usize, usize) = (8, 16, 28, 28);
const EPS: f32 = 1e-5;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    println!("{:<34}{:>9}{:>9}{:>9}{:>9}{:>9}", "", "loop", "bcast!", "bcast!", "ndarray", "ndarray");
    println!("{:<34}{:>9}{:>9}{:>9}{:>9}{:>9}", "ratios to the loop", "us", "into", "new", "Zip", "ops");
    let table = Table { wanted };
    rank_2(&table);
    short_rows(&table);
    transposed(&table);
    rank_4(&table);
    pixels(&table);
}

/// Numbers from 0.5 to 1.5, without a pattern that a processor could learn.
fn numbers<D: Dimension>(shape: impl ndarray::ShapeBuilder<Dim = D>) -> Array<f32, D> {
    let mut state = 1_u32;
    Array::from_shape_simple_fn(shape, || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        0.5 + (state >> 8) as f32 / (1 << 24) as f32
    })
}

fn rank_2(table: &Table) {
    let (a, b) = (numbers((N, M)), numbers((N, M)));
    let (row, column, one) = (numbers(M), numbers((N, 1)), numbers((1, 1)));
    let (s, t) = (1.5_f32, 0.25_f32);
    let mut y = Array2::zeros((N, M));

    table.row(
        "W1  a + b, same shape",
        &mut y,
        Kernels {
            hand: &|y| w1(flat(&a), flat(&b), flat_mut(y)),
            into: &|y| bcast!(y = a + b),
            new: &|| bcast!(a + b),
            zip: &|y| Zip::from(y).and(&a).and(&b).for_each(|y, &a, &b| *y = a + b),
            ops: &|| &a + &b,
        },
    );
    table.row(
        "W2  a * s + t, scalars",
        &mut y,
        Kernels {
            hand: &|y| w2(flat(&a), s, t, flat_mut(y)),
            into: &|y| bcast!(y = a * s + t),
            new: &|| bcast!(a * s + t),
            zip: &|y| Zip::from(y).and(&a).for_each(|y, &a| *y = a * s + t),
            ops: &|| &a * s + t,
        },
    );
    table.row(
        "W3  (N, M) + (M,)",
        &mut y,
        Kernels {
            hand: &|y| w3(flat(&a), flat(&row), flat_mut(y)),
            into: &|y| bcast!(y = a + row),
            new: &|| bcast!(a + row),
            zip: &|y| Zip::from(y).and(&a).and_broadcast(&row).for_each(|y, &a, &b| *y = a + b),
            ops: &|| &a + &row,
        },
    );
    table.row(
        "W4  (N, M) + (N, 1)",
        &mut y,
        Kernels {
            hand: &|y| w4(flat(&a), flat(&column), flat_mut(y)),
            into: &|y| bcast!(y = a + column),
            new: &|| bcast!(a + column),
            zip: &|y| Zip::from(y).and(&a).and_broadcast(&column).for_each(|y, &a, &b| *y = a + b),
            ops: &|| &a + &column,
        },
    );
    table.row(
        "W7  (N, 1) * (M,)",
        &mut y,
        Kernels {
            hand: &|y| w7(flat(&column), flat(&row), flat_mut(y)),
            into: &|y| bcast!(y = column * row),
            new: &|| bcast!(column * row),
            zip: &|y| Zip::from(y).and_broadcast(&column).and_broadcast(&row).for_each(|y, &a, &b| *y = a * b),
            ops: &|| &column * &row,
        },
    );
    table.row(
        "W14 (N, M) + (M,) + (N, 1) + (1, 1)",
        &mut y,
        Kernels {
            hand: &|y| w14(flat(&a), flat(&row), flat(&column), one[(0, 0)], flat_mut(y)),
            into: &|y| bcast!(y = a + row + column + one),
            new: &|| bcast!(a + row + column + one),
            zip: &|y| {
                let zip = Zip::from(y).and(&a).and_broadcast(&row).and_broadcast(&column).and_broadcast(&one);
                zip.for_each(|y, &a, &b, &c, &d| *y = a + b + c + d);
            },
            ops: &|| &a + &row + &column + &one,
        },
    );
}

/// Short rows, with shapes known when the program runs and with shapes stated as literals.
fn short_rows(table: &Table) {
    let (a, row) = (numbers((6250, 16)), numbers(16));
    let mut y = Array2::zeros((6250, 16));
    table.row(
        "R1  (6250, 16) + (16,)",
        &mut y,
        Kernels {
            hand: &|y| w3(flat(&a), flat(&row), flat_mut(y)),
            into: &|y| bcast!(y = a + row),
            new: &|| bcast!(a + row),
            zip: &|y| Zip::from(y).and(&a).and_broadcast(&row).for_each(|y, &a, &b| *y = a + b),
            ops: &|| &a + &row,
        },
    );
    table.row(
        "R2  the same, shapes stated",
        &mut y,
        Kernels {
            hand: &|y| w3(flat(&a), flat(&row), flat_mut(y)),
            into: &|y| bcast!(y = a + row, where y: [6250, 16], a: [6250, 16], row: [16]),
            new: &|| bcast!(a + row, where a: [6250, 16], row: [16]),
            zip: &|y| Zip::from(y).and(&a).and_broadcast(&row).for_each(|y, &a, &b| *y = a + b),
            ops: &|| &a + &row,
        },
    );
}

fn transposed(table: &Table) {
    let n = 312;
    let (a, b) = (numbers((n, n)), numbers((n, n)));
    let mut y = Array2::zeros((n, n));
    table.row(
        "W8  a + b transposed",
        &mut y,
        Kernels {
            hand: &|y| w8(n, flat(&a), flat(&b), flat_mut(y)),
            into: &|y| bcast!(y = a + &b.t()),
            new: &|| bcast!(a + &b.t()),
            zip: &|y| Zip::from(y).and(&a).and(b.t()).for_each(|y, &a, &b| *y = a + b),
            ops: &|| &a + &b.t(),
        },
    );
}

fn rank_4(table: &Table) {
    let (_, c, h, w) = NCHW;
    let x = numbers(NCHW);
    let signed = x.mapv(|x| x - 1.0);
    let channel = || numbers(c);
    let (bias, mean, var, gamma, beta) = (channel(), channel(), channel(), channel(), channel());
    let middle = numbers((c, h));
    let mut y = Array4::zeros(NCHW);

    let bias3 = over_planes(&bias);
    table.row(
        "W5  (N, C, H, W) + (C,)",
        &mut y,
        Kernels {
            hand: &|y| w5(h * w, flat(&x), flat(&bias), flat_mut(y)),
            into: &|y| bcast!(y = x + bias, mode = pdpd, axis = 1),
            new: &|| bcast!(x + bias, mode = pdpd, axis = 1),
            zip: &|y| Zip::from(y).and(&x).and_broadcast(bias3).for_each(|y, &x, &b| *y = x + b),
            ops: &|| &x + &bias3,
        },
    );
    let middle3 = middle.view().insert_axis(Axis(2));
    table.row(
        "W6  (N, C, H, W) + (C, H), axis 1",
        &mut y,
        Kernels {
            hand: &|y| w5(w, flat(&x), flat(&middle), flat_mut(y)),
            into: &|y| bcast!(y = x + middle, mode = pdpd, axis = 1),
            new: &|| bcast!(x + middle, mode = pdpd, axis = 1),
            zip: &|y| Zip::from(y).and(&x).and_broadcast(middle3).for_each(|y, &x, &b| *y = x + b),
            ops: &|| &x + &middle3,
        },
    );
    let [mean3, var3, gamma3, beta3] = [&mean, &var, &gamma, &beta].map(over_planes);
    table.row(
        "W9  batch norm, 5 operands",
        &mut y,
        Kernels {
            hand: &|y| w9(h * w, flat(&x), [&mean, &var, &gamma, &beta].map(flat), flat_mut(y)),
            into: &|y| bcast!(y = (x - mean) / (var + EPS).sqrt() * gamma + beta, mode = pdpd, axis = 1),
            new: &|| bcast!((x - mean) / (var + EPS).sqrt() * gamma + beta, mode = pdpd, axis = 1),
            zip: &|y| {
                let zip = Zip::from(y).and(&x).and_broadcast(mean3).and_broadcast(var3);
                let zip = zip.and_broadcast(gamma3).and_broadcast(beta3);
                zip.for_each(|y, &x, &mean, &var, &gamma, &beta| *y = (x - mean) / (var + EPS).sqrt() * gamma + beta);
            },
            ops: &|| (&x - &mean3) / &(&var3 + EPS).mapv(f32::sqrt) * gamma3 + beta3,
        },
    );
    table.row(
        "W11 PRelu, slope (C, 1, 1)",
        &mut y,
        Kernels {
            hand: &|y| w11(h * w, flat(&signed), flat(&bias), flat_mut(y)),
            into: &|y| bcast!(y = if signed < 0.0 { bias3 * signed } else { signed }, mode = unidirectional),
            new: &|| bcast!(if signed < 0.0 { bias3 * signed } else { signed }, mode = unidirectional),
            zip: &|y| {
                let zip = Zip::from(y).and(&signed).and_broadcast(bias3);
                zip.for_each(|y, &x, &slope| *y = if x < 0.0 { slope * x } else { x });
            },
            ops: &|| signed.mapv(|x| x.max(0.0)) + signed.mapv(|x| x.min(0.0)) * bias3,
        },
    );
}

fn pixels(table: &Table) {
    let photo = numbers((200, 167, 3)).mapv(|x| (x * 170.0) as u8);
    let (mean, std) = (numbers(3), numbers(3));
    let mut y = Array3::zeros(photo.dim());
    table.row(
        "W12 u8 (H, W, 3) to f32",
        &mut y,
        Kernels {
            hand: &|y| w12(photo.as_slice().unwrap_or_default(), flat(&mean), flat(&std), flat_mut(y)),
            into: &|y| bcast!(y = (f32::from(photo) / 255.0 - mean) / std),
            new: &|| bcast!((f32::from(photo) / 255.0 - mean) / std),
            zip: &|y| {
                let zip = Zip::from(y).and(&photo).and_broadcast(&mean).and_broadcast(&std);
                zip.for_each(|y, &x, &mean, &std| *y = (f32::from(x) / 255.0 - mean) / std);
            },
            ops: &|| (photo.mapv(|x| f32::from(x) / 255.0) - &mean) / &std,
        },
    );
}

/// (C,) as (C, 1, 1), which is how ndarray lines it up with (N, C, H, W).
fn over_planes(v: &Array1<f32>) -> ArrayView3<'_, f32> {
    v.view().insert_axis(Axis(1)).insert_axis(Axis(2))
}

fn flat<D: Dimension>(a: &Array<f32, D>) -> &[f32] {
    a.as_slice().unwrap_or_default()
}

fn flat_mut<D: Dimension>(a: &mut Array<f32, D>) -> &mut [f32] {
    a.as_slice_mut().unwrap_or_default()
}

// The loops by hand. Not inlined, so that no loop sees the other's lengths.

#[inline(never)]
fn w1(a: &[f32], b: &[f32], y: &mut [f32]) {
    for ((y, a), b) in y.iter_mut().zip(a).zip(b) {
        *y = a + b;
    }
}

#[inline(never)]
fn w2(a: &[f32], s: f32, t: f32, y: &mut [f32]) {
    for (y, a) in y.iter_mut().zip(a) {
        *y = a * s + t;
    }
}

#[inline(never)]
fn w3(a: &[f32], row: &[f32], y: &mut [f32]) {
    for (y, a) in y.chunks_exact_mut(row.len()).zip(a.chunks_exact(row.len())) {
        for ((y, a), b) in y.iter_mut().zip(a).zip(row) {
            *y = a + b;
        }
    }
}

#[inline(never)]
fn w4(a: &[f32], column: &[f32], y: &mut [f32]) {
    let m = a.len() / column.len();
    for ((y, a), b) in y.chunks_exact_mut(m).zip(a.chunks_exact(m)).zip(column) {
        for (y, a) in y.iter_mut().zip(a) {
            *y = a + b;
        }
    }
}

/// One number for each run of `inner` elements, used in turns.
#[inline(never)]
fn w5(inner: usize, x: &[f32], bias: &[f32], y: &mut [f32]) {
    for ((y, x), b) in y.chunks_exact_mut(inner).zip(x.chunks_exact(inner)).zip(bias.iter().cycle()) {
        for (y, x) in y.iter_mut().zip(x) {
            *y = x + b;
        }
    }
}

#[inline(never)]
fn w7(column: &[f32], row: &[f32], y: &mut [f32]) {
    for (y, a) in y.chunks_exact_mut(row.len()).zip(column) {
        for (y, b) in y.iter_mut().zip(row) {
            *y = a * b;
        }
    }
}

/// In tiles of 8 by 8, so that `b` is read in runs and `y` written in runs; `n` is a multiple of 8.
#[inline(never)]
fn w8(n: usize, a: &[f32], b: &[f32], y: &mut [f32]) {
    const TILE: usize = 8;
    for i in (0..n).step_by(TILE) {
        for j in (0..n).step_by(TILE) {
            let mut tile = [[0.0; TILE]; TILE];
            for k in 0..TILE {
                let Some(b) = b[(j + k) * n + i..].first_chunk::<TILE>() else { return };
                for l in 0..TILE {
                    tile[l][k] = b[l];
                }
            }
            for (l, tile) in tile.iter().enumerate() {
                let at = (i + l) * n + j;
                let (Some(y), Some(a)) = (y[at..].first_chunk_mut::<TILE>(), a[at..].first_chunk::<TILE>()) else {
                    return;
                };
                for k in 0..TILE {
                    y[k] = a[k] + tile[k];
                }
            }
        }
    }
}

#[inline(never)]
fn w9(plane: usize, x: &[f32], [mean, var, gamma, beta]: [&[f32]; 4], y: &mut [f32]) {
    let channels = (0..mean.len()).cycle();
    for ((y, x), c) in y.chunks_exact_mut(plane).zip(x.chunks_exact(plane)).zip(channels) {
        let (mean, deviation, gamma, beta) = (mean[c], (var[c] + EPS).sqrt(), gamma[c], beta[c]);
        for (y, x) in y.iter_mut().zip(x) {
            *y = (x - mean) / deviation * gamma + beta;
        }
    }
}

#[inline(never)]
fn w11(plane: usize, x: &[f32], slope: &[f32], y: &mut [f32]) {
    for ((y, x), &slope) in y.chunks_exact_mut(plane).zip(x.chunks_exact(plane)).zip(slope.iter().cycle()) {
        for (y, &x) in y.iter_mut().zip(x) {
            *y = if x < 0.0 { slope * x } else { x };
        }
    }
}

/// The three numbers repeated 16 times, so that a vector register never has to be put together from them.
#[inline(never)]
fn w12(photo: &[u8], mean: &[f32], std: &[f32], y: &mut [f32]) {
    const PERIOD: usize = 48;
    let (mut means, mut stds) = ([0.0; PERIOD], [0.0; PERIOD]);
    for i in 0..PERIOD {
        (means[i], stds[i]) = (mean[i % 3], std[i % 3]);
    }
    let (mut y_runs, mut x_runs) = (y.chunks_exact_mut(PERIOD), photo.chunks_exact(PERIOD));
    for (y, x) in y_runs.by_ref().zip(x_runs.by_ref()) {
        for i in 0..PERIOD {
            y[i] = (f32::from(x[i]) / 255.0 - means[i]) / stds[i];
        }
    }
    for ((i, y), &x) in y_runs.into_remainder().iter_mut().enumerate().zip(x_runs.remainder()) {
        *y = (f32::from(x) / 255.0 - means[i]) / stds[i];
    }
}

#[inline(never)]
fn w14(a: &[f32], row: &[f32], column: &[f32], one: f32, y: &mut [f32]) {
    for ((y, a), c) in y.chunks_exact_mut(row.len()).zip(a.chunks_exact(row.len())).zip(column) {
        for ((y, a), b) in y.iter_mut().zip(a).zip(row) {
            *y = a + b + c + one;
        }
    }
}

/// A kernel that writes to existing memory.
type Into<'k, D> = &'k dyn Fn(&mut Array<f32, D>);
/// A kernel that allocates its result.
type New<'k, D> = &'k dyn Fn() -> Array<f32, D>;

/// The ways to compute one workload.
struct Kernels<'k, D> {
    hand: Into<'k, D>,
    into: Into<'k, D>,
    new: New<'k, D>,
    zip: Into<'k, D>,
    ops: New<'k, D>,
}

struct Table {
    wanted: Vec<String>,
}

impl Table {
    /// Checks that all kernels give the same answer, measures them in turns, and prints a row.
    fn row<D: Dimension>(&self, name: &str, y: &mut Array<f32, D>, kernels: Kernels<'_, D>) {
        let number = name.split(' ').next().unwrap_or_default();
        if !self.wanted.is_empty() && !self.wanted.iter().any(|wanted| wanted == number) {
            return;
        }
        let Kernels { hand, into, new, zip, ops } = kernels;
        hand(y);
        let answer = y.clone();
        for kernel in [into, zip] {
            y.fill(f32::NAN);
            kernel(y);
            assert_same(name, &answer, y);
        }
        assert_same(name, &answer, &new());
        assert_same(name, &answer, &ops());

        let new = |_: &mut Array<f32, D>| drop(black_box(new()));
        let ops = |_: &mut Array<f32, D>| drop(black_box(ops()));
        let mut samplers: Vec<Sampler<'_, D>> =
            [hand, into, &new, zip, &ops].map(|kernel| Sampler::new(kernel, y)).into();
        for _ in 0..SAMPLES {
            samplers.iter_mut().for_each(|sampler| sampler.sample(y));
        }
        let times: Vec<f64> = samplers.into_iter().map(Sampler::median).collect();
        let ratio = |kernel: usize| times[kernel] / times[0];
        let row: String = (1..times.len()).map(|kernel| format!("{:>9.2}", ratio(kernel))).collect();
        let mut notes = String::new();
        if PROMISED.contains(&number) {
            notes += if ratio(1) <= PROMISE { "   into: within " } else { "   into: NOT within " };
            notes += &PROMISE.to_string();
        }
        // The two allocate alike, so here they are compared.
        if ratio(2) > ratio(4) * NOISE {
            notes += "   new: SLOWER than ndarray's operators";
        }
        println!("{name:<34}{:>9.2}{row}{notes}", times[0] * 1e6);
    }
}

fn assert_same<D: Dimension>(name: &str, one: &Array<f32, D>, other: &Array<f32, D>) {
    assert_eq!(one.shape(), other.shape(), "{name}");
    for (a, b) in one.iter().zip(other) {
        assert!((a - b).abs() <= 1e-5 * a.abs().max(1.0), "{name}: {a} and {b}");
    }
}

/// A kernel and its times.
struct Sampler<'k, D> {
    kernel: Into<'k, D>,
    repeats: usize,
    times: Vec<f64>,
}

impl<'k, D> Sampler<'k, D> {
    fn new(kernel: Into<'k, D>, y: &mut Array<f32, D>) -> Self {
        let mut sampler = Sampler { kernel, repeats: 1, times: Vec::new() };
        while sampler.run(y) * (sampler.repeats as f64) < SAMPLE {
            sampler.repeats *= 2;
        }
        sampler
    }

    /// The time of one run, in seconds.
    fn run(&self, y: &mut Array<f32, D>) -> f64 {
        let start = Instant::now();
        for _ in 0..self.repeats {
            (self.kernel)(black_box(y));
        }
        start.elapsed().as_secs_f64() / self.repeats as f64
    }

    fn sample(&mut self, y: &mut Array<f32, D>) {
        let time = self.run(y);
        self.times.push(time);
    }

    fn median(mut self) -> f64 {
        self.times.sort_by(f64::total_cmp);
        self.times[self.times.len() / 2]
    }
}
