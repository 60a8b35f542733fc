//! Adam, whose step writes three arrays: one call with three places, three calls, ndarray's `Zip`, and a hand-written loop.

use std::cell::RefCell;
use std::fmt::Write;

use bcast::bcast;
use ndarray::{Array1, Zip};

use crate::clock::median;
use crate::isa::per_isa;
use crate::machine;
use crate::random::Random;
use crate::repeated::interleaved;

const B1: f32 = 0.9;
const B2: f32 = 0.999;
const RATE: f32 = 1e-3;
const EPS: f32 = 1e-8;

/// Rounds, each with other arrays.
const ROUNDS: usize = 5;

per_isa! {
    /// One loop over slices.
    pub fn adam(m: &mut [f32], v: &mut [f32], p: &mut [f32], g: &[f32]) {
        for (((m, v), p), &g) in m.iter_mut().zip(v).zip(p).zip(g) {
            (*m, *v, *p) = step(*m, *v, *p, g);
        }
    }
}

#[inline(always)]
fn step(m: f32, v: f32, p: f32, g: f32) -> (f32, f32, f32) {
    let (m1, v1) = (B1 * m + (1.0 - B1) * g, B2 * v + (1.0 - B2) * g * g);
    (m1, v1, p - RATE * m1 / (v1.sqrt() + EPS))
}

/// The moments and parameters, which every form updates.
#[derive(Clone, Debug, PartialEq)]
struct State {
    m: Array1<f32>,
    v: Array1<f32>,
    p: Array1<f32>,
}

fn one_call(State { m, v, p }: &mut State, g: &Array1<f32>) {
    bcast!(
        (m, v, p) = {
            let m1 = B1 * m + (1.0 - B1) * g;
            let v1 = B2 * v + (1.0 - B2) * g * g;
            (m1, v1, p - RATE * m1 / (v1.sqrt() + EPS))
        }
    );
}

fn three_calls(State { m, v, p }: &mut State, g: &Array1<f32>) {
    bcast!(m = B1 * m + (1.0 - B1) * g);
    bcast!(v = B2 * v + (1.0 - B2) * g * g);
    bcast!(p = p - RATE * m / (v.sqrt() + EPS));
}

fn zip(State { m, v, p }: &mut State, g: &Array1<f32>) {
    Zip::from(m).and(v).and(p).and(g).for_each(|m, v, p, &g| (*m, *v, *p) = step(*m, *v, *p, g));
}

/// The widest instructions of this processor.
fn by_hand(State { m, v, p }: &mut State, g: &Array1<f32>) {
    let [m, v, p] = [m, v, p].map(|array| array.as_slice_mut().expect("one piece of memory"));
    let (_, kernel) = *adam().last().expect("the baseline at least");
    kernel(m, v, p, g.as_slice().expect("one piece of memory"));
}

/// Measures the forms at three lengths, prints a table, and returns the same figures as tab-separated values.
///
/// # Panics
/// If the forms differ in a bit after a step.
pub fn measure(seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut tsv = String::from("elements\tone call us\tto three calls\tto Zip\tto loop by hand\n");
    println!("\nAdam: one call with three places, and its ratio to other forms");
    println!("{}", machine::description());
    println!(
        "{:>10}{:>14}{:>16}{:>10}{:>16}",
        "elements", "one call us", "to three calls", "to Zip", "to loop by hand"
    );
    let forms: [fn(&mut State, &Array1<f32>); 4] = [one_call, three_calls, zip, by_hand];
    for length in [100, 20_000, 1_000_000] {
        let mut figures = [const { Vec::new() }; 4];
        for _ in 0..ROUNDS {
            let mut array = || Array1::from_shape_simple_fn(length, || random.number());
            let (start, g) = (State { m: array(), v: array(), p: array() }, array());
            let after = forms.map(|form| {
                let mut state = start.clone();
                form(&mut state, &g);
                state
            });
            assert!(after.iter().all(|state| *state == after[0]), "all forms give the same elements");
            // All forms use the same memory.
            let state = RefCell::new(start);
            let [one, three, zip, by_hand] = forms.map(|form| {
                let (state, g) = (&state, &g);
                move || form(&mut state.borrow_mut(), g)
            });
            let times = interleaved([&one, &three, &zip, &by_hand]);
            let of_round = [times[0] * 1e6, times[0] / times[1], times[0] / times[2], times[0] / times[3]];
            figures.iter_mut().zip(of_round).for_each(|(figures, figure)| figures.push(figure));
        }
        let [us, three, zip, by_hand] = figures.map(median);
        println!("{length:>10}{us:>14.3}{three:>16.2}{zip:>10.2}{by_hand:>16.2}");
        let _ = writeln!(tsv, "{length}\t{us:.4}\t{three:.4}\t{zip:.4}\t{by_hand:.4}");
    }
    tsv
}
