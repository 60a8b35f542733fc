//! The cost of an unoptimised call, beside unoptimised hand-written loops.
//!
//! ```text
//! cargo run --manifest-path benches/compile_time/Cargo.toml --bin debug_speed
//! ```
//!
//! About 1e5 elements; ns per element, the minimum of several interleaved runs. `!` marks a ratio above the goal, 3.

use std::hint::black_box;
use std::time::Instant;

use bcast::bcast;
use bcast_compile_time_bench::mark;
use ndarray::{Array1, Array2};

const SHAPE: (usize, usize) = (250, 400);
/// The goal, as a multiple of the hand-written loop.
const GOAL: f64 = 3.0;
const RUNS: usize = 30;

fn main() {
    let matrix = |start: f32| Array2::from_shape_fn(SHAPE, |(row, column)| start + (row * 7 + column) as f32 * 1e-4);
    let (a, b, c) = (matrix(1.0), matrix(2.0), matrix(3.0));
    let column = Array2::from_shape_fn((SHAPE.0, 1), |(row, _)| 1.0 + row as f32);
    let row = Array1::from_shape_fn(SHAPE.1, |column| 1.0 + column as f32);
    let transposed = b.t().as_standard_layout().into_owned();
    let transposed = transposed.t();
    let mut y = Array2::<f32>::zeros(SHAPE);
    let mut z = Array2::<f32>::zeros(SHAPE);
    println!("ns an element without optimisation; ! is above {GOAL}");
    println!("{:<34}{:>9}{:>9}{:>8}", "", "by hand", "bcast!", "ratio");
    let (flat_a, flat_b, flat_c) = (flat(&a), flat(&b), flat(&c));
    compare(
        "y = a + b",
        &mut y,
        &mut z,
        |y| {
            for ((y, a), b) in flat_mut(y).iter_mut().zip(flat_a).zip(flat_b) {
                *y = a + b;
            }
        },
        |y| bcast!(y = a + b),
    );
    compare(
        "y = a + b, by index",
        &mut y,
        &mut z,
        |y| {
            let y = flat_mut(y);
            let mut index = 0;
            while index < y.len() {
                y[index] = flat_a[index] + flat_b[index];
                index += 1;
            }
        },
        |y| bcast!(y = a + b),
    );
    compare(
        "y = a * column",
        &mut y,
        &mut z,
        |y| {
            let rows = flat_mut(y).chunks_exact_mut(SHAPE.1).zip(flat_a.chunks_exact(SHAPE.1));
            for ((y, a), column) in rows.zip(&column) {
                for (y, a) in y.iter_mut().zip(a) {
                    *y = a * column;
                }
            }
        },
        |y| bcast!(y = a * column),
    );
    compare(
        "y = a * row",
        &mut y,
        &mut z,
        |y| {
            for (y, a) in flat_mut(y).chunks_exact_mut(SHAPE.1).zip(flat_a.chunks_exact(SHAPE.1)) {
                for ((y, a), row) in y.iter_mut().zip(a).zip(&row) {
                    *y = a * row;
                }
            }
        },
        |y| bcast!(y = a * row),
    );
    compare(
        "y = (a - b) * c + row",
        &mut y,
        &mut z,
        |y| {
            let rows = flat_mut(y).chunks_exact_mut(SHAPE.1).zip(flat_a.chunks_exact(SHAPE.1));
            let rows = rows.zip(flat_b.chunks_exact(SHAPE.1)).zip(flat_c.chunks_exact(SHAPE.1));
            for (((y, a), b), c) in rows {
                for ((((y, a), b), c), row) in y.iter_mut().zip(a).zip(b).zip(c).zip(&row) {
                    *y = (a - b) * c + row;
                }
            }
        },
        |y| bcast!(y = (a - b) * c + row),
    );
    compare(
        "y = a + transposed",
        &mut y,
        &mut z,
        |y| {
            for index in 0..SHAPE.0 {
                for column in 0..SHAPE.1 {
                    y[[index, column]] = a[[index, column]] + transposed[[index, column]];
                }
            }
        },
        |y| bcast!(y = a + transposed),
    );
}

fn flat(array: &Array2<f32>) -> &[f32] {
    array.as_slice().expect("it is in standard order")
}

fn flat_mut(array: &mut Array2<f32>) -> &mut [f32] {
    array.as_slice_mut().expect("it is in standard order")
}

/// Prints both times, after checking that the results agree.
fn compare(
    name: &str,
    y: &mut Array2<f32>,
    z: &mut Array2<f32>,
    mut by_hand: impl FnMut(&mut Array2<f32>),
    mut by_bcast: impl FnMut(&mut Array2<f32>),
) {
    let [mut hand, mut bcast] = [f64::INFINITY; 2];
    for _ in 0..RUNS {
        hand = hand.min(time(y, &mut by_hand));
        bcast = bcast.min(time(z, &mut by_bcast));
    }
    assert_eq!(y, z, "both compute the same");
    let ratio = bcast / hand;
    println!("{name:<34}{hand:>9.2}{bcast:>9.2}{ratio:>8.2}{}", mark(ratio, GOAL));
}

/// ns per element.
fn time(y: &mut Array2<f32>, run: &mut impl FnMut(&mut Array2<f32>)) -> f64 {
    let start = Instant::now();
    run(black_box(y));
    start.elapsed().as_secs_f64() * 1e9 / (SHAPE.0 * SHAPE.1) as f64
}
