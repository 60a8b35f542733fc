//! The programs of the guide, `docs/programs.md`, beside their forms in plain ndarray.
//!
//! `build.rs` takes the functions, and the numbers of their lines, out of the guide: what it prints is what is measured.

use std::fmt::{Debug, Write};
use std::hint::black_box;

use ndarray::{Array, Array1, Array2, Array4, Dimension, ShapeBuilder};

use crate::clock::median;
use crate::machine;
use crate::random::Random;
use crate::repeated::interleaved;

/// The functions of the guide, a module for each program.
mod guide {
    include!(concat!(env!("OUT_DIR"), "/programs.rs"));
}

/// Rounds, each with other arrays.
const ROUNDS: usize = 7;

/// A program's name, the shapes of its arrays, and the seconds of ours and of ndarray's form.
type Row = (&'static str, &'static str, [f64; 2]);

/// Measures all programs, prints a table, and returns the same figures as tab-separated values.
///
/// # Panics
/// If a program of the guide is not measured, or two forms differ.
pub fn measure(seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut tsv = String::from("program\tshapes\tcalls\tlines\tlines with ndarray\tus\tndarray us\tto ndarray\n");
    println!("\nthe programs of docs/programs.md, beside plain ndarray");
    println!("{}", machine::description());
    println!(
        "{:<15}{:<32}{:>6}{:>7}{:>9}{:>12}{:>12}{:>12}",
        "", "", "calls", "lines", "ndarray", "us", "ndarray us", "to ndarray"
    );
    let rounds: Vec<Vec<Row>> = (0..ROUNDS).map(|_| round(&mut random)).collect();
    assert_eq!(rounds[0].len(), guide::COUNTS.len(), "every program of the guide is measured");
    for (at, &(name, [calls, ours, theirs])) in guide::COUNTS.iter().enumerate() {
        let (measured, shapes, _) = rounds[0][at];
        assert_eq!(measured, name, "the programs are in the guide's order");
        let of_rounds = |figure: fn([f64; 2]) -> f64| median(rounds.iter().map(|rows| figure(rows[at].2)).collect());
        let (us, ndarray_us) = (of_rounds(|[us, _]| us * 1e6), of_rounds(|[_, us]| us * 1e6));
        let ratio = of_rounds(|[ours, theirs]| ours / theirs);
        println!("{name:<15}{shapes:<32}{calls:>6}{ours:>7}{theirs:>9}{us:>12.1}{ndarray_us:>12.1}{ratio:>12.2}");
        let _ = writeln!(tsv, "{name}\t{shapes}\t{calls}\t{ours}\t{theirs}\t{us:.3}\t{ndarray_us:.3}\t{ratio:.4}");
    }
    tsv
}

/// Checks and measures both forms of a program.
macro_rules! row {
    ($shapes:literal, $name:ident($($argument:expr),*)) => {{
        let ours = || guide::$name::$name($(black_box($argument)),*);
        let theirs = || guide::$name::by_ndarray($(black_box($argument)),*);
        (stringify!($name), $shapes, times(&ours, &theirs))
    }};
}

/// All programs, in the guide's order.
fn round(random: &mut Random) -> Vec<Row> {
    let (x, logits) = (numbers(random, (100, 1000)), numbers(random, (1000, 100)));
    let [tokens, square] = [(130, 768), (300, 300)].map(|shape| numbers(random, shape));
    let [weight, bias] = [(); 2].map(|()| numbers(random, 768));
    let images: Array4<f64> = numbers(random, (4, 32, 28, 28));
    let [gamma, beta] = [(); 2].map(|()| numbers(random, 32));
    let [of_groups, and_beta] = [(); 2].map(|()| numbers(random, (8, 4)));
    let [q, k, v] = [(); 3].map(|()| numbers(random, (128, 64)));
    let (points, centres) = (numbers(random, (2000, 3)), numbers(random, (16, 3)));
    let [a, b] = [(); 2].map(|()| numbers(random, (300, 16)));
    let label = Array1::from_shape_simple_fn(1000, || random.below(100));
    let mask = Array2::from_shape_simple_fn((300, 300), || random.below(2) == 0);
    let scores = numbers(random, (8, 100, 128));
    let bin = Array1::from_shape_simple_fn(10_000, || random.below(16));
    vec![
        row!("(100, 1000)", softmax(&x)),
        row!("(100, 1000)", log_sum_exp(&x)),
        row!("(130, 768)", layer_norm(&tokens, &weight, &bias)),
        row!("(4, 32, 28, 28)", batch_norm(&images, &gamma, &beta)),
        row!("(4, 32, 28, 28), 8 groups", group_norm(&images, &of_groups, &and_beta)),
        row!("(128, 64)", attention(&q, &k, &v)),
        row!("2000 points of 3, 16 centres", step(&points, &centres)),
        row!("(1000, 100)", cross_entropy(&logits, &label)),
        row!("300 x 300 points of 16", distances(&a, &b)),
        row!("300 x 300 points of 16", similarity(&a, &b)),
        row!("(300, 300)", masked_mean(&square, &mask)),
        row!("(1000, 100), ddof 1", variance(&logits, 1.0)),
        row!("(8, 100, 128)", decode(&scores)),
        row!("10000 numbers, 16 bins", histogram(&bin, 16)),
    ]
}

/// An array of random numbers.
fn numbers<D: Dimension>(random: &mut Random, shape: impl ShapeBuilder<Dim = D>) -> Array<f64, D> {
    Array::from_shape_simple_fn(shape, || f64::from(random.number()))
}

/// The seconds of both forms, interleaved.
fn times<T: Agree + Debug>(ours: &dyn Fn() -> T, theirs: &dyn Fn() -> T) -> [f64; 2] {
    let (one, other) = (ours(), theirs());
    assert!(one.agrees(&other), "both forms give the same: {one:?} and {other:?}");
    interleaved([&|| drop(black_box(ours())), &|| drop(black_box(theirs()))])
}

/// Results of two forms that add in different orders.
trait Agree {
    /// True if numbers differ by less than 1e-9, and positions not at all.
    fn agrees(&self, other: &Self) -> bool;
}

impl Agree for usize {
    fn agrees(&self, other: &usize) -> bool {
        self == other
    }
}

impl Agree for f64 {
    fn agrees(&self, other: &f64) -> bool {
        (self - other).abs() < 1e-9
    }
}

impl<T: Agree, D: Dimension> Agree for Array<T, D> {
    fn agrees(&self, other: &Self) -> bool {
        self.dim() == other.dim() && self.iter().zip(other).all(|(one, other)| one.agrees(other))
    }
}

impl<T: Agree, U: Agree> Agree for (T, U) {
    fn agrees(&self, other: &Self) -> bool {
        self.0.agrees(&other.0) && self.1.agrees(&other.1)
    }
}
