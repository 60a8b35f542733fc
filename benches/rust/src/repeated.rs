//! A costly part over fewer axes, computed anew for each outer position by one call, and once by two calls.
//!
//! A call is one pass without temporary arrays, so a part that depends on some axes only is computed for every position of the other axes. The
//! two-call form computes it first, as an array over its own axes, and the second call reads that table. Both allocate their result. Each
//! round has other arrays; figures are medians over the rounds, and the ratio is one call to two.

use std::f32::consts::TAU;
use std::fmt::{Debug, Write};
use std::hint::black_box;

use bcast::bcast;
use ndarray::{Array, Array1, Array2, Array3, Array4, Dimension, ShapeBuilder};
use num_complex::Complex;

use crate::clock::{median, process};
use crate::machine;
use crate::random::Random;

/// Rounds, each with other arrays.
const ROUNDS: usize = 9;
/// Samples of each form per round.
const SAMPLES: usize = 9;
/// The shortest time of a sample, in seconds.
const SAMPLE: f64 = 2e-3;

/// A part over fewer axes than the result.
struct Subject {
    name: &'static str,
    /// The shapes of the result and of the table.
    shapes: &'static str,
    /// The calls as users write them.
    one: &'static str,
    two: &'static str,
    /// Checks both forms against each other, and returns the seconds of one call and of two, on arrays of its own.
    measure: fn(&mut Random) -> [f64; 2],
}

const SUBJECTS: [Subject; 2] = [
    Subject {
        name: "twiddle factors",
        shapes: "(64, 32, 32), the table (32, 32)",
        one: "bcast!(z * Complex::from_polar(1.0, -TAU * (i * j) as f32 / n), axis(i) = 1)",
        two: "let w = bcast!(Complex::from_polar(1.0, -TAU * (i * j) as f32 / n), axis(i) = 0, axis(j) = 1); bcast!(z * w)",
        measure: twiddle_factors,
    },
    Subject {
        name: "rotary embedding",
        shapes: "(4, 8, 128, 32), the table (128, 32)",
        one: "bcast!(x * a.cos() - y * a.sin())",
        two: "let turn = bcast!((a.cos(), a.sin())); bcast!(x * (turn).0 - y * (turn).1)",
        measure: rotary_embedding,
    },
];

/// Measures all subjects, prints a table, and returns the same figures as tab-separated values.
pub fn measure(seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut tsv = String::from("subject\tshapes\tone call us\ttwo calls us\tratio\n");
    println!("\na part over fewer axes, computed anew for each outer position by one call, and once by two calls");
    println!("{}", machine::description());
    println!("{:<20}{:<40}{:>14}{:>14}{:>10}", "", "", "one call us", "two calls us", "ratio");
    for Subject { name, shapes, one, two, measure } in SUBJECTS {
        let (mut ones, mut twos, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            let [one, two] = measure(&mut random);
            ones.push(one * 1e6);
            twos.push(two * 1e6);
            ratios.push(one / two);
        }
        let (one_us, two_us, ratio) = (median(ones), median(twos), median(ratios));
        println!("{name:<20}{shapes:<40}{one_us:>14.1}{two_us:>14.1}{ratio:>10.2}");
        println!("    one call:  {one}\n    two calls: {two}");
        let _ = writeln!(tsv, "{name}\t{shapes}\t{one_us:.3}\t{two_us:.3}\t{ratio:.4}");
    }
    tsv
}

/// The step between two passes of a Fourier transform: each of 64 matrices times the same factors.
fn twiddle_factors(random: &mut Random) -> [f64; 2] {
    let z: Array3<Complex<f32>> = array((64, 32, 32), || Complex::new(random.number(), random.number()));
    let (i, j) = (Array1::from_iter(0..32_u32), Array1::from_iter(0..32_u32));
    let n = 1024.0_f32;
    let one = || bcast!(z * Complex::from_polar(1.0, -TAU * (i * j) as f32 / n), axis(i) = 1);
    let two = || {
        let w = bcast!(Complex::from_polar(1.0, -TAU * (i * j) as f32 / n), axis(i) = 0, axis(j) = 1);
        bcast!(z * w)
    };
    times(one, two)
}

/// One half of a rotary position embedding: each head of each batch is turned by the same angles.
fn rotary_embedding(random: &mut Random) -> [f64; 2] {
    let shape = (4, 8, 128, 32);
    let x: Array4<f32> = array(shape, || random.number());
    let y: Array4<f32> = array(shape, || random.number());
    let a = Array2::from_shape_fn((128, 32), |(t, k)| t as f32 * 10_000_f32.powf(-(k as f32) / 32.0));
    let one = || bcast!(x * a.cos() - y * a.sin());
    let two = || {
        let turn = bcast!((a.cos(), a.sin()));
        bcast!(x * (turn).0 - y * (turn).1)
    };
    times(one, two)
}

fn array<T, D: Dimension>(shape: impl ShapeBuilder<Dim = D>, mut element: impl FnMut() -> T) -> Array<T, D> {
    Array::from_shape_simple_fn(shape, &mut element)
}

/// The seconds of each form, interleaved.
///
/// # Panics
/// If the forms differ in an element.
fn times<T: PartialEq + Debug, D: Dimension>(one: impl Fn() -> Array<T, D>, two: impl Fn() -> Array<T, D>) -> [f64; 2] {
    let (of_one, of_two) = (one(), two());
    assert_eq!(of_one.shape(), of_two.shape(), "both forms give the same shape");
    for (of_one, of_two) in of_one.iter().zip(&of_two) {
        assert_eq!(of_one, of_two, "both forms give the same elements");
    }
    interleaved([&|| drop(black_box(one())), &|| drop(black_box(two()))])
}

/// The seconds of forms, measured in turns.
pub(crate) fn interleaved<const N: usize>(forms: [&dyn Fn(); N]) -> [f64; N] {
    let run = |form: &dyn Fn(), repeats: usize| {
        let start = process();
        for _ in 0..repeats {
            form();
        }
        process() - start
    };
    let repeats = forms.map(|form| {
        let mut repeats = 1;
        while run(form, repeats) < SAMPLE {
            repeats *= 2;
        }
        repeats
    });
    let mut times = [const { Vec::new() }; N];
    for _ in 0..SAMPLES {
        for form in 0..N {
            times[form].push(run(forms[form], repeats[form]) / repeats[form] as f64);
        }
    }
    times.map(median)
}
