//! Calls with reductions beside the best that ndarray has: `sum_axis`, `mean_axis`, `map_axis`, operators and `dot`.
//!
//! Each call writes to existing memory, ndarray makes new arrays. Both sides are checked against each other, up to rounding.

use std::fmt::Write;
use std::hint::black_box;

use bcast::bcast;
use ndarray::{Array, Array1, Array2, Array3, Axis, Dimension};

use crate::machine;
use crate::random::Random;
use crate::repeated::interleaved;

/// Measures both sides of a call on arrays of these lengths: their seconds.
type Sides = fn(&mut Random, [usize; 2]) -> [f64; 2];
/// One row: the call as users write it, its shape, and its measurement.
type Row = (&'static str, String, Sides, [usize; 2]);

/// Measures all rows, prints a table, and returns the same figures as tab-separated values.
pub fn measure(seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut tsv = String::from("call\tshape\tbcast us\tndarray us\tratio\n");
    println!("\nreductions, and the ratio to ndarray's best form");
    println!("{}", machine::description());
    println!("{:<64}{:<16}{:>12}{:>12}{:>8}", "", "", "bcast us", "ndarray us", "ratio");
    for (call, shape, row, lengths) in rows() {
        let [ours, theirs] = row(&mut random, lengths);
        let (ours_us, theirs_us, ratio) = (ours * 1e6, theirs * 1e6, ours / theirs);
        println!("{call:<64}{shape:<16}{ours_us:>12.2}{theirs_us:>12.2}{ratio:>8.2}");
        let _ = writeln!(tsv, "{call}\t{shape}\t{ours_us:.3}\t{theirs_us:.3}\t{ratio:.4}");
    }
    tsv
}

fn rows() -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    let mut add = |call: &'static str, row: Sides, shapes: &[[usize; 2]]| {
        rows.extend(shapes.iter().map(|&[n, m]| (call, format!("{n} x {m}"), row, [n, m])));
    };
    add("s = sum(x, axis = 1)", sum_of_rows, &[[4, 25], [33_333, 3], [2_000, 50], [100, 1000], [10_000, 1000]]);
    add("s = sum(x, axis = 0)", sum_of_columns, &[[4, 25], [33_333, 3], [1_563, 64], [100, 1000], [10_000, 1000]]);
    add("s = argmax(x, axis = 1)", positions, &[[100, 1000]]);
    add("y = { let e = (x - max(x, axis = -1)).exp(); e / sum(e, axis = -1) }", softmax, &[[976, 1024], [20_000, 50]]);
    add("y = { let d = x - mean(x, axis = -1); .. mean(d * d, axis = -1) .. }", layer_norm, &[[1302, 768]]);
    add(
        "d = sum((a - b) * (a - b), axis = -1), 1000 points beside 1000",
        distances,
        &[[1000, 3], [1000, 16], [1000, 128]],
    );
    rows
}

fn matrix(random: &mut Random, [n, m]: [usize; 2]) -> Array2<f32> {
    Array2::from_shape_simple_fn((n, m), || random.number())
}

/// # Panics
/// If the two sides differ by more than rounding.
fn check<D: Dimension>(ours: &Array<f32, D>, theirs: &Array<f32, D>) {
    assert_eq!(ours.shape(), theirs.shape(), "both sides have one shape");
    for (&ours, &theirs) in ours.iter().zip(theirs) {
        assert!((ours - theirs).abs() <= 1e-3 * theirs.abs().max(1.0), "{ours} {theirs}");
    }
}

/// Times a call into `place` and a form of ndarray; checks them against each other.
fn times<D: Dimension>(
    place: Array<f32, D>,
    call: impl Fn(&mut Array<f32, D>),
    ndarray: impl Fn() -> Array<f32, D>,
) -> [f64; 2] {
    let place = std::cell::RefCell::new(place);
    call(&mut place.borrow_mut());
    check(&place.borrow(), &ndarray());
    let ours = || {
        call(&mut place.borrow_mut());
        black_box(&place);
    };
    interleaved([&ours, &|| drop(black_box(ndarray()))])
}

fn sum_of_rows(random: &mut Random, lengths: [usize; 2]) -> [f64; 2] {
    let x = matrix(random, lengths);
    times(Array1::zeros(lengths[0]), |s| bcast!(s = sum(x, axis = 1)), || x.sum_axis(Axis(1)))
}

fn sum_of_columns(random: &mut Random, lengths: [usize; 2]) -> [f64; 2] {
    let x = matrix(random, lengths);
    times(Array1::zeros(lengths[1]), |s| bcast!(s = sum(x, axis = 0)), || x.sum_axis(Axis(0)))
}

fn positions(random: &mut Random, lengths: [usize; 2]) -> [f64; 2] {
    let x = matrix(random, lengths);
    let first = |row: ndarray::ArrayView1<'_, f32>| {
        (1..row.len()).fold(0, |best, at| if row[at] > row[best] { at } else { best }) as f32
    };
    times(Array1::zeros(lengths[0]), |s| bcast!(s = argmax(x, axis = 1) as f32), || x.map_axis(Axis(1), first))
}

fn softmax(random: &mut Random, lengths: [usize; 2]) -> [f64; 2] {
    let x = matrix(random, lengths);
    let ndarray = || {
        let max = x.map_axis(Axis(1), |row| row.fold(f32::MIN, |max, &x| max.max(x))).insert_axis(Axis(1));
        let e = (&x - &max).mapv_into(f32::exp);
        let sum = e.sum_axis(Axis(1)).insert_axis(Axis(1));
        e / sum
    };
    times(
        x.clone(),
        |y| {
            bcast!(
                y = {
                    let e = (x - max(x, axis = -1)).exp();
                    e / sum(e, axis = -1)
                }
            )
        },
        ndarray,
    )
}

fn layer_norm(random: &mut Random, lengths: [usize; 2]) -> [f64; 2] {
    let x = matrix(random, lengths);
    let (gamma, beta): (Array1<f32>, Array1<f32>) =
        (Array1::from_elem(lengths[1], 1.5), Array1::from_elem(lengths[1], 0.5));
    let ndarray = || {
        let mean = x.mean_axis(Axis(1)).expect("rows have elements").insert_axis(Axis(1));
        let d = &x - &mean;
        let variance = (&d * &d).mean_axis(Axis(1)).expect("rows have elements").insert_axis(Axis(1));
        d / variance.mapv_into(|variance| (variance + 1e-5).sqrt()) * &gamma + &beta
    };
    let call = |y: &mut Array2<f32>| {
        bcast!(
            y = {
                let d = x - mean(x, axis = -1);
                d / (mean(d * d, axis = -1) + 1e-5).sqrt() * gamma + beta
            }
        );
    };
    times(x.clone(), call, ndarray)
}

/// ndarray's best form is a product of matrices, `|a|^2 + |b|^2 - 2 a b`.
fn distances(random: &mut Random, [n, dimensions]: [usize; 2]) -> [f64; 2] {
    let a: Array3<f32> = Array3::from_shape_simple_fn((n, 1, dimensions), || random.number());
    let b: Array3<f32> = Array3::from_shape_simple_fn((1, n, dimensions), || random.number());
    let ndarray = || {
        let (a, b) = (a.index_axis(Axis(1), 0), b.index_axis(Axis(0), 0));
        let (squares, others) = ((&a * &a).sum_axis(Axis(1)).insert_axis(Axis(1)), (&b * &b).sum_axis(Axis(1)));
        squares + others - 2.0 * a.dot(&b.t())
    };
    times(Array2::zeros((n, n)), |d| bcast!(d = sum((a - b) * (a - b), axis = -1)), ndarray)
}
