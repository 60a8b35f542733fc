//! Calls of 100 elements, dominated by their overhead outside the loops.
//!
//! Each row is one form of a call, beside `z = a + b` on three whole matrices and beside ndarray's equivalent, interleaved. `z = v + w` on
//! arrays of one axis took as long when the goals were set; it has a shorter way of its own since. A round measures every row on arrays at
//! other addresses; figures are medians over the rounds, of times and of ratios.

mod arrays;
mod forms;

use std::fmt::Write;
use std::hint::black_box;

use crate::clock::{median, process};
use crate::machine;
use crate::random::Random;
use arrays::Arrays;

/// Rounds, each with other arrays.
const ROUNDS: usize = 9;
/// Samples of each variant per round.
const SAMPLES: usize = 9;
/// The shortest time of a sample, in seconds.
const SAMPLE: f64 = 100e-6;

/// One form of a call.
struct Form {
    /// The call as users write it.
    text: &'static str,
    goal: Goal,
    /// The call, compiled as a function of its own.
    call: fn(&mut Arrays),
    /// ndarray's fastest equivalent: `Zip`, an assigning operator, or operators.
    ndarray: fn(&mut Arrays),
}

/// A form's goal.
#[derive(Clone, Copy)]
enum Goal {
    /// None: the reference itself, and rows for information only.
    None,
    /// Into existing memory with this many operands: the larger of 30 ns and 2.1 times the reference, per operand.
    Into { operands: usize },
    /// Operands with unknown lengths in their types: 80 ns or 4.2 times the reference.
    Unknown,
    /// A new array: this multiple of ndarray's time.
    Ndarray(f64),
}

/// The figures of one form.
#[derive(Default)]
struct Figures {
    /// Nanoseconds of one call.
    call: Vec<f64>,
    /// Nanoseconds of the reference, interleaved with this form.
    reference: Vec<f64>,
    ndarray: Vec<f64>,
}

/// The medians of one form's figures.
struct Summary {
    ns: f64,
    reference: f64,
    to_reference: f64,
    ndarray: f64,
    to_ndarray: f64,
}

/// Measures all forms, prints a table, and returns the same figures as tab-separated values.
pub fn measure(seed: u64) -> String {
    let groups = forms::groups();
    let mut random = Random::new(seed);
    let mut figures: Vec<Vec<Figures>> =
        groups.iter().map(|(_, forms)| forms.iter().map(|_| Figures::default()).collect()).collect();
    for round in 0..ROUNDS {
        let mut arrays = Arrays::new(&mut random);
        for ((_, forms), figures) in groups.iter().zip(&mut figures) {
            for (form, figures) in forms.iter().zip(figures) {
                if round == 0 {
                    check(form, &mut arrays);
                }
                let [call, reference, ndarray] = turns([form.call, forms::REFERENCE, form.ndarray], &mut arrays);
                figures.call.push(call);
                figures.reference.push(reference);
                figures.ndarray.push(ndarray);
            }
        }
    }
    print(&groups, &figures)
}

/// Compares the elements that a form writes with ndarray's.
///
/// # Panics
/// If they differ.
fn check(form: &Form, arrays: &mut Arrays) {
    let [call, ndarray] = [form.call, form.ndarray].map(|way| {
        arrays.clear();
        way(arrays);
        arrays.written()
    });
    assert_eq!(call.len(), 100, "{}: elements written", form.text);
    assert_eq!(ndarray.len(), 100, "{}: elements written by ndarray", form.text);
    for (one, other) in call.iter().zip(&ndarray) {
        assert!((one - other).abs() <= 1e-5 * one.abs(), "{}: {one}, and ndarray computes {other}", form.text);
    }
}

/// The median time of each variant in nanoseconds, interleaved.
fn turns<const N: usize>(ways: [fn(&mut Arrays); N], arrays: &mut Arrays) -> [f64; N] {
    let run = |way: fn(&mut Arrays), repeats: usize, arrays: &mut Arrays| {
        let start = process();
        for _ in 0..repeats {
            black_box(way)(black_box(arrays));
        }
        process() - start
    };
    let repeats = ways.map(|way| {
        let mut repeats = 16;
        while run(way, repeats, arrays) < SAMPLE {
            repeats *= 2;
        }
        repeats
    });
    let mut times = [const { Vec::new() }; N];
    for _ in 0..SAMPLES {
        for way in 0..N {
            times[way].push(run(ways[way], repeats[way], arrays) / repeats[way] as f64 * 1e9);
        }
    }
    times.map(median)
}

impl Goal {
    /// True if a form misses its goal.
    fn is_missed(self, of: &Summary) -> bool {
        match self {
            Goal::None => false,
            Goal::Into { operands } => of.ns > (30.0_f64).max(2.1 * of.reference) * operands as f64,
            Goal::Unknown => of.ns > (80.0_f64).max(4.2 * of.reference),
            Goal::Ndarray(allowed) => of.to_ndarray > allowed,
        }
    }

    fn text(self) -> String {
        match self {
            Goal::None => String::new(),
            Goal::Into { operands } => format!("{} ns, {:.1} x", 30 * operands, 2.1 * operands as f64),
            Goal::Unknown => "80 ns, 4.2 x".to_owned(),
            Goal::Ndarray(allowed) => format!("{allowed:.1} x ndarray"),
        }
    }
}

impl Figures {
    fn summary(&self) -> Summary {
        let ratio = |others: &[f64]| median(self.call.iter().zip(others).map(|(call, other)| call / other).collect());
        Summary {
            ns: median(self.call.clone()),
            reference: median(self.reference.clone()),
            to_reference: ratio(&self.reference),
            ndarray: median(self.ndarray.clone()),
            to_ndarray: ratio(&self.ndarray),
        }
    }
}

fn print(groups: &[(&str, Vec<Form>)], figures: &[Vec<Figures>]) -> String {
    let mut tsv = String::from("group\tform\tns\tto z = a + b\tndarray ns\tto ndarray\n");
    println!("{}", machine::description());
    println!("100 elements; ns of one call, and its ratio to `z = a + b` and to ndarray; ! is above the goal");
    println!("{:<72}{:>8}{:>10}{:>12}{:>12}   goal", "", "ns", "z = a + b", "ndarray ns", "to ndarray");
    let (mut goals, mut missed) = (0, 0);
    for ((group, forms), figures) in groups.iter().zip(figures) {
        println!("\n{group}");
        for (form, figures) in forms.iter().zip(figures) {
            let summary = figures.summary();
            let is_missed = form.goal.is_missed(&summary);
            goals += usize::from(!matches!(form.goal, Goal::None));
            missed += usize::from(is_missed);
            let Summary { ns, to_reference, ndarray, to_ndarray, .. } = summary;
            println!(
                "  {:<70}{ns:>8.1}{to_reference:>10.2}{ndarray:>12.1}{to_ndarray:>12.2} {} {}",
                form.text,
                if is_missed { '!' } else { ' ' },
                form.goal.text()
            );
            let _ = writeln!(tsv, "{group}\t{}\t{ns:.2}\t{to_reference:.3}\t{ndarray:.2}\t{to_ndarray:.3}", form.text);
        }
    }
    println!("\n{} of {goals} goals are reached", goals - missed);
    tsv
}
