//! S1 to S9: calls with reductions, beside hand-written kernels and the best that ndarray has.
//!
//! Each kernel exists twice: with the order of additions that the reference states, which gives the same bits as `bcast!`, and with the order
//! that is fastest. ndarray's forms are `sum_axis`, `mean_axis`, `map_axis`, operators and `dot`, which make new arrays.

use std::fmt::Write;

use bcast::bcast;
use ndarray::{ArrayView1, ArrayView2, Axis, Ix1, Ix2};

use crate::EPS;
use crate::candidate::{Builder, Candidates, Column};
use crate::limit::reductions;
use crate::machine;
use crate::measure::{Effort, row};
use crate::memory::{Kind, Memory, Shapes};
use crate::random::Random;
use crate::workloads::{Size, Workload};

/// The most that a call may take, as a multiple of the kernel with the same order.
const GOAL: f64 = 1.2;
/// The same for rows below 100, which the ends of rows decide.
const SHORT: f64 = 1.3;

/// Measures rows, prints a table, and returns the same figures as tab-separated values.
pub fn measure(rows: &[Workload], seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut tsv = String::from("row\tcall\tcolumn\tus\tratio\tto order\tlimit\n");
    println!(
        "\nreductions; ratios to the limit, a kernel with any order of additions, and of `into` to a kernel with the same order"
    );
    println!("{}", machine::description());
    print!("{:<5}{:<74}{:>11}", "", "", "limit us");
    Column::OF_REDUCTIONS.iter().for_each(|column| print!("{:>8}", column.name()));
    println!("{:>12}", "into/order");
    let effort = Effort { rounds: 5, samples: 5, sample: 500e-6 };
    for workload in rows {
        let figures = row(workload, Size::HundredThousand, effort, &mut random);
        print!("{:<5}{:<74}{:>11.2}", workload.name, workload.formula, figures.limit * 1e6);
        let order = figures.ratio(Column::Order).unwrap_or(f64::NAN);
        for column in Column::OF_REDUCTIONS {
            let ratio = figures.ratio(column).unwrap_or(f64::NAN);
            print!("{ratio:>8.2}");
            let (name, call, us) = (workload.name, workload.formula, ratio * figures.limit * 1e6);
            let (column, label) = (column.name(), &figures.limit_label);
            let _ = writeln!(tsv, "{name}\t{call}\t{column}\t{us:.3}\t{ratio:.4}\t{:.4}\t{label}", ratio / order);
        }
        let ours = figures.ratio(Column::Into).unwrap_or(f64::NAN) / order;
        let mark = if ours > workload.at_1e5 { "  MISSED" } else { "" };
        println!("{ours:>12.2}   <= {}{mark}   ({})", workload.at_1e5, figures.limit_label);
    }
    tsv
}

/// All rows. Their shapes do not depend on the size.
pub fn workloads() -> Vec<Workload> {
    macro_rules! rows {
        ($($name:literal $call:literal, $goal:expr, $candidates:expr, $output:expr, $($operand:expr),+;)*) => {
            vec![$(Workload {
                name: $name,
                formula: $call,
                shapes: |_| Shapes {
                    operands: vec![$(($operand.to_vec(), Kind::Positive)),+],
                    output: $output.to_vec(),
                },
                candidates: $candidates,
                tolerance: TOLERANCE,
                at_1e5: $goal,
                at_3e7: None,
                at_100: 1.0,
            }),*]
        };
    }
    let mut rows = rows! {
        "S1a" "sum(x, axis = 1), (4, 25)", SHORT, sum_of_rows, [4], [4, 25];
        "S1b" "sum(x, axis = 1), (33333, 3)", SHORT, sum_of_rows, [33_333], [33_333, 3];
        "S1c" "sum(x, axis = 1), (2000, 50)", SHORT, sum_of_rows, [2000], [2000, 50];
        "S1d" "sum(x, axis = 1), (100, 1000)", GOAL, sum_of_rows, [100], [100, 1000];
        "S1e" "sum(x, axis = 1), (10000, 1000)", GOAL, sum_of_rows, [10_000], [10_000, 1000];
        "S2a" "sum(x, axis = 0), (4, 25)", SHORT, sum_of_columns, [25], [4, 25];
        "S2b" "sum(x, axis = 0), (33333, 3)", GOAL, sum_of_columns, [3], [33_333, 3];
        "S2c" "sum(x, axis = 0), (6250, 16)", GOAL, sum_of_columns, [16], [6250, 16];
        "S2d" "sum(x, axis = 0), (1563, 64)", GOAL, sum_of_columns, [64], [1563, 64];
        "S2e" "sum(x, axis = 0), (100, 1000)", GOAL, sum_of_columns, [1000], [100, 1000];
        "S2f" "sum(x, axis = 0), (10000, 1000)", GOAL, sum_of_columns, [1000], [10_000, 1000];
        "S3a" "sum(x, axis = 1), (521, 64, 3)", SHORT, sum_of_middle, [521, 3], [521, 64, 3];
        "S3b" "sum(x, axis = 1), (25, 64, 64)", SHORT, sum_of_middle, [25, 64], [25, 64, 64];
        "S3c" "sum(x, axis = 1), (2, 64, 800)", SHORT, sum_of_middle, [2, 800], [2, 64, 800];
        "S4a" "{ let e = (x - max(x, axis = -1)).exp(); e / sum(e, ..) }, (976, 1024)", GOAL, softmax, [976, 1024], [976, 1024];
        "S4b" "the same, (20000, 50)", SHORT, softmax, [20_000, 50], [20_000, 50];
        "S5" "layer norm, mean(d * d, axis = -1), (1302, 768)", GOAL, layer_norm, [1302, 768], [1302, 768], [768], [768];
        "S6" "(mu, var), mean(x, axis = [0, 2]), (32, 64, 3136)", GOAL, statistics, [2, 64], [32, 64, 3136];
        "S7a" "sum((a - b) * (a - b), axis = -1), 1000 and 1000 points, D = 3", SHORT, distances, [1000, 1000], [1000, 1, 3], [1000, 3];
        "S7b" "the same, D = 16", SHORT, distances, [1000, 1000], [1000, 1, 16], [1000, 16];
        "S7c" "the same, D = 128", GOAL, distances, [1000, 1000], [1000, 1, 128], [1000, 128];
        "S8a" "argmin(sum((p - c) * (p - c), axis = -1), axis = 1), 64 centres, D = 3", SHORT, nearest, [20_000], [20_000, 1, 3], [64, 3];
        "S8b" "the same, D = 16", SHORT, nearest, [20_000], [20_000, 1, 16], [64, 16];
        "S9a" "argmax(x, axis = 1), (100, 1000)", GOAL, argmax_of_rows, [100], [100, 1000];
        "S9b" "argmax(x, axis = 0), (100, 1000)", GOAL, argmax_of_columns, [1000], [100, 1000];
    };
    // Of two centres at nearly the same distance, rounding decides.
    rows.iter_mut().filter(|row| row.name.starts_with("S8")).for_each(|row| row.tolerance = f32::INFINITY);
    rows
}

/// The tolerance for sums in another order.
const TOLERANCE: f32 = 1e-4;

/// Adds the kernel of a name in both orders, for each instruction set.
macro_rules! by_hand {
    ($builder:ident, $kernel:ident, |$run:ident, $y:ident| $call:expr) => {
        for (label, $run) in reductions::$kernel::<true>() {
            $builder.order(label, move |$y| $call);
        }
        for (label, $run) in reductions::$kernel::<false>() {
            $builder.limit(format!("{label}, any order"), move |$y| $call);
        }
    };
}

fn sum_of_rows(memory: &Memory) -> Candidates<'_> {
    let (x, flat) = (memory.array2(0), memory.flat(0));
    let mut builder = Builder::<Ix1>::new(memory);
    by_hand!(builder, rows, |run, y| run(flat, y));
    builder.existing(move |y| bcast!(y = sum(x, axis = 1)));
    builder.fresh(Column::Ops, move || x.sum_axis(Axis(1)));
    builder.build()
}

fn sum_of_columns(memory: &Memory) -> Candidates<'_> {
    let (x, flat) = (memory.array2(0), memory.flat(0));
    let (n, m) = x.dim();
    let mut builder = Builder::<Ix1>::new(memory);
    by_hand!(builder, middle, |run, y| run(flat, n, m, y));
    builder.existing(move |y| bcast!(y = sum(x, axis = 0)));
    builder.fresh(Column::Ops, move || x.sum_axis(Axis(0)));
    builder.build()
}

fn sum_of_middle(memory: &Memory) -> Candidates<'_> {
    let (x, flat) = (memory.array3(0), memory.flat(0));
    let (_, n, m) = x.dim();
    let mut builder = Builder::<Ix2>::new(memory);
    by_hand!(builder, middle, |run, y| run(flat, n, m, y));
    builder.existing(move |y| bcast!(y = sum(x, axis = 1)));
    builder.fresh(Column::Ops, move || x.sum_axis(Axis(1)));
    builder.build()
}

fn softmax(memory: &Memory) -> Candidates<'_> {
    let (x, flat) = (memory.array2(0), memory.flat(0));
    let n = x.ncols();
    let mut builder = Builder::<Ix2>::new(memory);
    // Without fused multiply-adds the exponential has other bits.
    for (label, run) in reductions::softmax::<true>().into_iter().filter(|&(label, _)| label != "baseline") {
        builder.order(label, move |y| run(flat, n, y));
    }
    for (label, run) in reductions::softmax::<false>() {
        builder.limit(format!("{label}, any order"), move |y| run(flat, n, y));
    }
    builder.existing(move |y| {
        bcast!(
            y = {
                let e = (x - max(x, axis = -1)).exp();
                e / sum(e, axis = -1)
            }
        )
    });
    builder.fresh(Column::Ops, move || {
        let max = x.map_axis(Axis(1), |row| row.fold(f32::MIN, |max, &x| max.max(x))).insert_axis(Axis(1));
        let e = (&x - &max).mapv_into(f32::exp);
        let sum = e.sum_axis(Axis(1)).insert_axis(Axis(1));
        e / sum
    });
    builder.build()
}

fn layer_norm(memory: &Memory) -> Candidates<'_> {
    let (x, gamma, beta) = (memory.array2(0), memory.array1(1), memory.array1(2));
    let (flat, flat_gamma, flat_beta) = (memory.flat(0), memory.flat(1), memory.flat(2));
    let mut builder = Builder::<Ix2>::new(memory);
    by_hand!(builder, layer_norm, |run, y| run(flat, flat_gamma, flat_beta, y));
    builder.existing(move |y| {
        bcast!(
            y = {
                let d = x - mean(x, axis = -1);
                d / (mean(d * d, axis = -1) + EPS).sqrt() * gamma + beta
            }
        )
    });
    builder.fresh(Column::Ops, move || {
        let mean = x.mean_axis(Axis(1)).expect("rows have elements").insert_axis(Axis(1));
        let d = &x - &mean;
        let variance = (&d * &d).mean_axis(Axis(1)).expect("rows have elements").insert_axis(Axis(1));
        d / variance.mapv_into(|variance| (variance + EPS).sqrt()) * gamma + beta
    });
    builder.build()
}

fn statistics(memory: &Memory) -> Candidates<'_> {
    let (x, flat) = (memory.array3(0), memory.flat(0));
    let (n, c, l) = x.dim();
    let mut builder = Builder::<Ix2>::new(memory);
    by_hand!(builder, statistics, |run, y| run(flat, c, l, y));
    builder.existing(move |y| {
        let (mu, var) = y.view_mut().split_at(Axis(0), 1);
        let (mut mu, mut var) = (mu.index_axis_move(Axis(0), 0), var.index_axis_move(Axis(0), 0));
        bcast!(
            (mu, var) = {
                let m = mean(x, axis = [0, 2]);
                (m, mean((x - m) * (x - m), axis = [0, 2]))
            }
        );
    });
    builder.fresh(Column::Ops, move || {
        let mean = x.sum_axis(Axis(2)).sum_axis(Axis(0)) / (n * l) as f32;
        let d = &x - &mean.view().insert_axis(Axis(1));
        let variance = (&d * &d).sum_axis(Axis(2)).sum_axis(Axis(0)) / (n * l) as f32;
        ndarray::stack![Axis(0), mean, variance]
    });
    builder.build()
}

/// Squared distances as a product of matrices, `|a|^2 + |b|^2 - 2 a b`: ndarray's best form.
fn by_product(a: ArrayView2<'_, f32>, b: ArrayView2<'_, f32>) -> ndarray::Array2<f32> {
    let (squares, others) = ((&a * &a).sum_axis(Axis(1)).insert_axis(Axis(1)), (&b * &b).sum_axis(Axis(1)));
    squares + others - 2.0 * a.dot(&b.t())
}

fn distances(memory: &Memory) -> Candidates<'_> {
    let (a, b, flat_a, flat_b) = (memory.array3(0), memory.array2(1), memory.flat(0), memory.flat(1));
    let d = b.ncols();
    let mut builder = Builder::<Ix2>::new(memory);
    by_hand!(builder, distances, |run, y| run(flat_a, flat_b, d, y));
    builder.existing(move |y| bcast!(y = sum((a - b) * (a - b), axis = -1)));
    builder.fresh(Column::Ops, move || by_product(a.index_axis_move(Axis(1), 0), b));
    builder.build()
}

fn nearest(memory: &Memory) -> Candidates<'_> {
    let (p, c, flat_p, flat_c) = (memory.array3(0), memory.array2(1), memory.flat(0), memory.flat(1));
    let d = c.ncols();
    let mut builder = Builder::<Ix1>::new(memory);
    by_hand!(builder, nearest, |run, y| run(flat_p, flat_c, d, y));
    builder.existing(move |y| bcast!(y = argmin(sum((p - c) * (p - c), axis = -1), axis = 1) as f32));
    builder.fresh(Column::Ops, move || {
        by_product(p.index_axis_move(Axis(1), 0), c).map_axis(Axis(1), |row| first(row, |one, other| one < other))
    });
    builder.build()
}

/// The position of the first element before which none is better.
fn first(row: ArrayView1<'_, f32>, is_better: impl Fn(f32, f32) -> bool) -> f32 {
    (1..row.len()).fold(0, |best, at| if is_better(row[at], row[best]) { at } else { best }) as f32
}

fn argmax_of_rows(memory: &Memory) -> Candidates<'_> {
    let (x, flat) = (memory.array2(0), memory.flat(0));
    let mut builder = Builder::<Ix1>::new(memory);
    // Every order is the same where nothing is added.
    for (label, run) in reductions::argmax_of_rows() {
        builder.order(label, move |y| run(flat, y));
    }
    builder.existing(move |y| bcast!(y = argmax(x, axis = 1) as f32));
    builder.fresh(Column::Ops, move || x.map_axis(Axis(1), |row| first(row, |one, other| one > other)));
    builder.build()
}

fn argmax_of_columns(memory: &Memory) -> Candidates<'_> {
    let (x, flat) = (memory.array2(0), memory.flat(0));
    let mut builder = Builder::<Ix1>::new(memory);
    // Every order is the same where nothing is added.
    for (label, run) in reductions::argmax_of_columns() {
        builder.order(label, move |y| run(flat, y));
    }
    builder.existing(move |y| bcast!(y = argmax(x, axis = 0) as f32));
    builder.fresh(Column::Ops, move || x.map_axis(Axis(0), |column| first(column, |one, other| one > other)));
    builder.build()
}
