//! Searches for the worst pattern of shapes and strides for `bcast!`.
//!
//! Compares `bcast!` into existing memory, for each of many random patterns, with the best order of a plain loop nest
//! over the same arrays, found by trial. Patterns slow in both, such as rows of three elements, do not show. Transposing copies are compared with
//! ndarray's `assign`.

mod copies;
mod nest;
mod pattern;

use std::hint::black_box;

use bcast::bcast;
use ndarray::{ArrayD, ArrayViewD, ArrayViewMutD};

use crate::clock::{median, process};
use crate::random::Random;
use nest::Nest;
use pattern::{Arrays, Pattern};

/// The number of patterns measured again and printed.
const PRINTED: usize = 10;
/// The number of loop orders measured together with `bcast!`, after a trial of all.
const FINALISTS: usize = 3;
/// The goal: at most this multiple of the best order.
const GOAL: f64 = 2.0;

/// A pattern's figures.
struct Figures {
    pattern: Pattern,
    bcast: f64,
    nest: f64,
    order: String,
}

impl Figures {
    fn ratio(&self) -> f64 {
        self.bcast / self.nest
    }
}

/// Searches `count` patterns from `seed`, and prints the worst.
pub fn search(seed: u64, count: usize) {
    let mut random = Random::new(seed);
    let mut all: Vec<Figures> = Vec::new();
    for _ in 0..count {
        let pattern = Pattern::random(&mut random);
        all.push(measure(pattern, 5, 1, &mut random));
    }
    let mut ratios: Vec<f64> = all.iter().map(Figures::ratio).collect();
    ratios.sort_by(f64::total_cmp);
    let part = |part: f64| ratios[((count - 1) as f64 * part) as usize];
    println!(
        "{count} random patterns (seed {seed}), about 1e5 elements: times of the best order of a plain nest of loops"
    );
    println!("half are at most {:.2}, 90 % at most {:.2}, 99 % at most {:.2}", part(0.5), part(0.9), part(0.99));
    // The worst in a single measurement are partly disturbed ones, so more are measured again than are printed.
    all.sort_by(|one, other| other.ratio().total_cmp(&one.ratio()));
    all.truncate(3 * PRINTED);
    let again = all.into_iter().map(|figures| measure(figures.pattern, 15, 5, &mut random));
    let mut worst: Vec<Figures> = again.collect();
    worst.sort_by(|one, other| other.ratio().total_cmp(&one.ratio()));
    let above = worst.iter().filter(|figures| figures.ratio() > GOAL).count();
    println!("measured again, {above} of the {} worst are above {GOAL}\n", worst.len());
    for figures in worst.iter().take(PRINTED) {
        let Figures { pattern, bcast, nest, order } = figures;
        println!(
            "{:>6.2}   {:.1} us, best order {:.1} us: {order}\n{pattern}",
            figures.ratio(),
            bcast * 1e6,
            nest * 1e6
        );
    }
    copies::search(&mut random, count.div_ceil(5));
}

/// Measures a pattern: medians over `samples`, and over `rounds` allocations.
fn measure(pattern: Pattern, samples: usize, rounds: usize, random: &mut Random) -> Figures {
    let (mut bcast, mut nests, mut ratios, mut order) = (Vec::new(), Vec::new(), Vec::new(), String::new());
    for _ in 0..rounds {
        let mut arrays = pattern.arrays(random);
        check(&pattern, &mut arrays);
        let (one, other, name) = round(&mut arrays, samples);
        bcast.push(one);
        nests.push(other);
        ratios.push(one / other);
        order = name;
    }
    let (ratio, nest) = (median(ratios), median(nests));
    Figures { pattern, bcast: ratio * nest, nest, order }
}

fn round(arrays: &mut Arrays, samples: usize) -> (f64, f64, String) {
    let (views, mut place) = arrays.split();
    let whole = whole(&views, &place);
    let mut tried: Vec<(f64, Nest)> = Vec::new();
    for nest in Nest::orders(&whole, &place) {
        // The second run warms the caches for the third.
        nest.run(&whole, &mut place);
        let start = process();
        nest.run(&whole, &mut place);
        tried.push((process() - start, nest));
    }
    tried.sort_by(|one, other| one.0.total_cmp(&other.0));
    tried.truncate(FINALISTS);
    let mut times: Vec<Vec<f64>> = vec![Vec::new(); tried.len() + 1];
    for _ in 0..samples {
        for (index, (_, nest)) in tried.iter().enumerate() {
            times[index].push(timed(|| nest.run(&whole, black_box(&mut place))));
        }
        times[tried.len()].push(timed(|| run(&views, black_box(&mut place))));
    }
    let bcast = times.pop().map(median).unwrap_or(f64::NAN);
    let medians = times.into_iter().map(median).zip(&tried);
    let best = medians.min_by(|one, other| one.0.total_cmp(&other.0));
    best.map(|(nest, (_, order))| (bcast, nest, order.to_string())).unwrap_or_default()
}

/// The time of one run, from enough repeats for the clock.
fn timed(mut run: impl FnMut()) -> f64 {
    const RUNS: u32 = 3;
    let start = process();
    for _ in 0..RUNS {
        run();
    }
    (process() - start) / f64::from(RUNS)
}

/// The operands in the shape of the result.
///
/// # Panics
/// If one does not stretch to it.
fn whole<'a>(views: &'a [ArrayViewD<'a, f32>], place: &ArrayViewMutD<'_, f32>) -> Vec<ArrayViewD<'a, f32>> {
    let whole = views.iter().map(|view| view.broadcast(place.raw_dim()));
    whole.map(|view| view.unwrap_or_else(|| panic!("the shapes do not go together"))).collect()
}

/// The sum of the operands by `bcast!`.
fn run(views: &[ArrayViewD<'_, f32>], y: &mut ArrayViewMutD<'_, f32>) {
    match views {
        [a, b] => bcast!(y = a + b),
        [a, b, c] => bcast!(y = a + b + c),
        [a, b, c, d] => bcast!(y = a + b + c + d),
        [a, b, c, d, e] => bcast!(y = a + b + c + d + e),
        [a, b, c, d, e, f] => bcast!(y = a + b + c + d + e + f),
        _ => unreachable!("patterns have 2 to 6 operands"),
    }
}

/// Asserts that all orders and `bcast!` give the same as ndarray's indexing.
///
/// # Panics
/// If they differ.
fn check(pattern: &Pattern, arrays: &mut Arrays) {
    let (views, mut place) = arrays.split();
    let whole = whole(&views, &place);
    let mut expected = ArrayD::<f32>::zeros(place.raw_dim());
    for view in &whole {
        expected += view;
    }
    let hold = |who: &str, place: &ArrayViewMutD<'_, f32>| {
        for (one, other) in expected.iter().zip(place) {
            assert!((one - other).abs() <= 1e-5 * one.abs(), "{who}: {other} and not {one}\n{pattern}");
        }
    };
    for nest in Nest::orders(&whole, &place) {
        place.fill(f32::NAN);
        nest.run(&whole, &mut place);
        hold("a nest", &place);
    }
    place.fill(f32::NAN);
    run(&views, &mut place);
    hold("bcast!", &place);
}
