//! Times of two forms, measured in turns.

use crate::clock::{median, process};

/// The least CPU time of a sample, in seconds.
const SAMPLE: f64 = 0.004;
/// Samples of each form; an odd number.
const SAMPLES: usize = 11;

/// The median time of the second form, divided by that of the first.
pub fn ratio(mut forms: [&mut dyn FnMut(); 2]) -> f64 {
    let run = |form: &mut dyn FnMut(), repeats: usize| {
        let start = process();
        for _ in 0..repeats {
            form();
        }
        process() - start
    };
    let repeats = forms.each_mut().map(|form| {
        let mut repeats = 1;
        while run(&mut **form, repeats) < SAMPLE {
            repeats *= 2;
        }
        repeats
    });
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..SAMPLES {
        for (form, (times, repeats)) in forms.iter_mut().zip(times.iter_mut().zip(repeats)) {
            times.push(run(&mut **form, repeats) / repeats as f64);
        }
    }
    let [before, after] = times.map(median);
    after / before
}
