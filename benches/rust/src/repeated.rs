//! A costly part over fewer axes in one call: written where it is used, and named by a `let`; beside two calls.
//!
//! Both are computed once for each position of the part's own axes. The two-call form computes it first, as an array over its own axes, and the
//! second call reads that table. Those allocate their result. Then matrices times parts of one element a column, over many shapes, into existing memory. Each round has other
//! arrays; figures are medians over the rounds, and the ratios are to two calls.

use std::cell::RefCell;
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
    /// The calls as users write them: without and with a `let`, and two.
    calls: [&'static str; 3],
    /// Checks the forms against each other, and returns their seconds, on arrays of its own.
    measure: fn(&mut Random) -> [f64; 3],
}

const SUBJECTS: [Subject; 2] = [
    Subject {
        name: "twiddle factors",
        shapes: "(64, 32, 32), the table (32, 32)",
        calls: [
            "bcast!(z * Complex::from_polar(1.0, -TAU * (i * j) as f32 / n), axis(i) = 1)",
            "bcast!({ let w = Complex::from_polar(1.0, -TAU * (i * j) as f32 / n); z * w }, axis(i) = 1)",
            "let w = bcast!(Complex::from_polar(1.0, -TAU * (i * j) as f32 / n), axis(i) = 0, axis(j) = 1); bcast!(z * w)",
        ],
        measure: twiddle_factors,
    },
    Subject {
        name: "rotary embedding",
        shapes: "(4, 8, 128, 32), the table (128, 32)",
        calls: [
            "bcast!(x * a.cos() - y * a.sin())",
            "bcast!({ let c = a.cos(); let s = a.sin(); x * c - y * s })",
            "let turn = bcast!((a.cos(), a.sin())); bcast!(x * (turn).0 - y * (turn).1)",
        ],
        measure: rotary_embedding,
    },
];

/// Measures all subjects, prints a table, and returns the same figures as tab-separated values.
pub fn measure(seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut tsv = String::from("subject\tshapes\tcall\tus\tto two calls\n");
    println!("\na costly part over fewer axes: where it is used, named by a `let`, and in a call before");
    println!("{}", machine::description());
    for Subject { name, shapes, calls, measure } in SUBJECTS {
        println!("{name}, {shapes}");
        let rounds: Vec<[f64; 3]> = (0..ROUNDS).map(|_| measure(&mut random)).collect();
        for (form, call) in calls.iter().enumerate() {
            let us = median(rounds.iter().map(|round| round[form] * 1e6).collect());
            let ratio = median(rounds.iter().map(|round| round[form] / round[2]).collect());
            println!("{us:>12.1} us {ratio:>8.2}  {call}");
            let _ = writeln!(tsv, "{name}\t{shapes}\t{call}\t{us:.3}\t{ratio:.4}");
        }
    }
    for (call, measure) in ROWS {
        println!("{call}\n  into existing memory; the second call reads the costly part from a table");
        for (rows, columns) in SHAPES {
            let rounds: Vec<[f64; 2]> = (0..ROUNDS).map(|_| measure(&mut random, rows, columns)).collect();
            let us = median(rounds.iter().map(|round| round[0] * 1e6).collect());
            let ratio = median(rounds.iter().map(|round| round[0] / round[1]).collect());
            println!("{us:>12.1} us {ratio:>8.2}  ({rows}, {columns})");
            let _ = writeln!(tsv, "rows\t({rows}, {columns})\t{call}\t{us:.3}\t{ratio:.4}");
        }
    }
    tsv
}

/// Rows and columns, of 960 to 1,024,000 elements.
const SHAPES: [(usize, usize); 9] =
    [(30, 33), (15, 64), (312, 64), (141, 141), (16, 4096), (64, 1024), (16_000, 64), (1000, 1000), (250, 4096)];

/// Calls whose costly part has one element a column, and the seconds of one call and of two.
type OfRows = (&'static str, fn(&mut Random, usize, usize) -> [f64; 2]);

const ROWS: [OfRows; 2] = [
    ("bcast!(z = (x - mean) / (variance + eps).sqrt() * scale + bias)", batch_norm),
    ("bcast!(z = x * (-v * v).exp())", damping),
];

/// Batch norm of a matrix whose columns are the channels.
fn batch_norm(random: &mut Random, rows: usize, columns: usize) -> [f64; 2] {
    let x: Array2<f32> = array((rows, columns), || random.number());
    let [mean, variance, scale, bias] = [(); 4].map(|()| array(columns, || random.number()));
    let eps = 1e-5_f32;
    existing(x.dim(), &|z| bcast!(z = (x - mean) / (variance + eps).sqrt() * scale + bias), &|z| {
        let deviation: Array1<f32> = bcast!((variance + eps).sqrt());
        bcast!(z = (x - mean) / deviation * scale + bias);
    })
}

/// Each column times an exponential of its own.
fn damping(random: &mut Random, rows: usize, columns: usize) -> [f64; 2] {
    let x: Array2<f32> = array((rows, columns), || random.number());
    let v: Array1<f32> = array(columns, || random.number());
    existing(x.dim(), &|z| bcast!(z = x * (-v * v).exp()), &|z| {
        let factors: Array1<f32> = bcast!((-v * v).exp());
        bcast!(z = x * factors);
    })
}

/// The seconds of one call and of two, interleaved, each into an array of its own.
///
/// # Panics
/// If the two differ in an element.
fn existing(shape: (usize, usize), one: &dyn Fn(&mut Array2<f32>), two: &dyn Fn(&mut Array2<f32>)) -> [f64; 2] {
    let (once, twice) = (RefCell::new(Array2::zeros(shape)), RefCell::new(Array2::zeros(shape)));
    let run = |form: &dyn Fn(&mut Array2<f32>), array: &RefCell<Array2<f32>>| form(black_box(&mut *array.borrow_mut()));
    let times = interleaved([&|| run(one, &once), &|| run(two, &twice)]);
    assert_eq!(once, twice, "both forms give the same array");
    times
}

/// The step between two passes of a Fourier transform: each of 64 matrices times the same factors.
fn twiddle_factors(random: &mut Random) -> [f64; 3] {
    let z: Array3<Complex<f32>> = array((64, 32, 32), || Complex::new(random.number(), random.number()));
    let (i, j) = (Array1::from_iter(0..32_u32), Array1::from_iter(0..32_u32));
    let n = 1024.0_f32;
    let one = || bcast!(z * Complex::from_polar(1.0, -TAU * (i * j) as f32 / n), axis(i) = 1);
    let named = || {
        bcast!(
            {
                let w = Complex::from_polar(1.0, -TAU * (i * j) as f32 / n);
                z * w
            },
            axis(i) = 1
        )
    };
    let two = || {
        let w = bcast!(Complex::from_polar(1.0, -TAU * (i * j) as f32 / n), axis(i) = 0, axis(j) = 1);
        bcast!(z * w)
    };
    times([&one, &named, &two])
}

/// One half of a rotary position embedding: each head of each batch is turned by the same angles.
fn rotary_embedding(random: &mut Random) -> [f64; 3] {
    let shape = (4, 8, 128, 32);
    let x: Array4<f32> = array(shape, || random.number());
    let y: Array4<f32> = array(shape, || random.number());
    let a = Array2::from_shape_fn((128, 32), |(t, k)| t as f32 * 10_000_f32.powf(-(k as f32) / 32.0));
    let one = || bcast!(x * a.cos() - y * a.sin());
    let named = || {
        bcast!({
            let c = a.cos();
            let s = a.sin();
            x * c - y * s
        })
    };
    let two = || {
        let turn = bcast!((a.cos(), a.sin()));
        bcast!(x * (turn).0 - y * (turn).1)
    };
    times([&one, &named, &two])
}

fn array<T, D: Dimension>(shape: impl ShapeBuilder<Dim = D>, mut element: impl FnMut() -> T) -> Array<T, D> {
    Array::from_shape_simple_fn(shape, &mut element)
}

/// The seconds of each form, interleaved.
///
/// # Panics
/// If the forms differ in an element.
fn times<T: PartialEq + Debug, D: Dimension, const N: usize>(forms: [&dyn Fn() -> Array<T, D>; N]) -> [f64; N] {
    let results = forms.map(|form| form());
    for result in &results[1..] {
        assert_eq!(result, &results[0], "all forms give the same array");
    }
    let runs = forms.map(|form| move || drop(black_box(form())));
    interleaved(runs.each_ref().map(|run| run as &dyn Fn()))
}

/// The seconds of some forms, measured in turns.
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
