//! Random transposing copies of three axes, beside ndarray's `assign`.

use std::fmt::Debug;
use std::hint::black_box;

use bcast::bcast;
use ndarray::Array3;

use super::{pattern, timed};
use crate::clock::median;
use crate::random::Random;

/// Samples of each form, in turns.
const SAMPLES: usize = 5;
/// The number of copies measured again and printed.
const PRINTED: usize = 5;

/// A copy of an array of this shape, whose axes are read in this order.
#[derive(Clone, Copy)]
struct Copied {
    shape: [usize; 3],
    order: [usize; 3],
}

/// Draws `count` copies for elements of 4, 8 and 16 bytes each, and prints their ratios.
pub fn search(random: &mut Random, count: usize) {
    println!("transposing copies of three axes, {count} of each size: times of ndarray's `assign`");
    of::<f32>(random, count, |number| number as f32);
    of::<f64>(random, count, |number| number as f64);
    of::<u128>(random, count, |number| number as u128);
}

fn of<T: Copy + Debug + PartialEq>(random: &mut Random, count: usize, element: fn(usize) -> T) {
    let mut all: Vec<(f64, Copied)> = (0..count)
        .map(|_| {
            let copied = Copied::random(random);
            (copied.ratio(element, SAMPLES), copied)
        })
        .collect();
    all.sort_by(|one, other| one.0.total_cmp(&other.0));
    let part = |part: f64| all[((count - 1) as f64 * part) as usize].0;
    let parts = [0.5, 0.9, 0.99].map(part);
    println!(
        "{:>2} bytes: half are at most {:.2}, 90 % at most {:.2}, 99 % at most {:.2}; the worst, measured again:",
        size_of::<T>(),
        parts[0],
        parts[1],
        parts[2]
    );
    for (_, copied) in all.iter().rev().take(PRINTED) {
        println!("  {:.2}   {:?} by {:?}", copied.ratio(element, 3 * SAMPLES), copied.shape, copied.order);
    }
}

impl Copied {
    fn random(random: &mut Random) -> Self {
        let shape = loop {
            if let Ok(shape) = pattern::shape(random).try_into() {
                break shape;
            }
        };
        let orders = [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        Copied { shape, order: orders[random.below(orders.len())] }
    }

    /// The time of `bcast!` divided by that of `assign`.
    ///
    /// # Panics
    /// If the copies differ.
    fn ratio<T: Copy + Debug + PartialEq>(self, element: fn(usize) -> T, samples: usize) -> f64 {
        let [a, b, c] = self.shape;
        let array = Array3::from_shape_fn(self.shape, |(i, j, k)| element((i * b + j) * c + k));
        let view = array.view().permuted_axes(self.order);
        let (mut ours, mut theirs) =
            (Array3::from_elem(view.dim(), element(0)), Array3::from_elem(view.dim(), element(0)));
        let mut times = [Vec::new(), Vec::new()];
        for _ in 0..samples {
            times[0].push(timed(|| {
                let place = black_box(&mut ours);
                bcast!(place = view);
            }));
            times[1].push(timed(|| black_box(&mut theirs).assign(&view)));
        }
        assert_eq!(ours, theirs, "{a} x {b} x {c} by {:?}", self.order);
        let [ours, theirs] = times.map(median);
        ours / theirs
    }
}
