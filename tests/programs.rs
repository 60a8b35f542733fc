//! Programs that users write first, each with NumPy's answer (tests/data/numpy_programs.jsonl, written by `checks/numpy/run --store`).

use std::collections::HashMap;
use std::sync::LazyLock;

use bcast::bcast;
use ndarray::{Array, Array1, Array2, Array4, ArrayBase, Axis, Data, Dimension, ShapeBuilder, s};
use serde::Deserialize;

#[allow(dead_code, reason = "no integers of these kinds are drawn here")]
#[path = "common/drawn.rs"]
mod drawn;
#[path = "common/packed.rs"]
mod packed;
use drawn::{bits, float, integer};

#[derive(Deserialize)]
struct Stored {
    name: String,
    shape: Vec<usize>,
    elements: Vec<f64>,
}

static ANSWERS: LazyLock<HashMap<String, Stored>> = LazyLock::new(|| {
    let rows = packed::rows(include_str!("data/numpy_programs.jsonl")).into_iter();
    let stored = rows.map(|row| serde_json::from_value(row.into()).expect("a stored answer"));
    stored.map(|stored: Stored| (stored.name.clone(), stored)).collect()
});

trait Number: Copy {
    fn wide(self) -> f64;
}

macro_rules! number {
    ($($type:ty: |$x:ident| $wide:expr;)*) => {
        $(impl Number for $type {
            fn wide(self) -> f64 {
                let $x = self;
                $wide
            }
        })*
    };
}
number! { f32: |x| f64::from(x); f64: |x| x; usize: |x| x as f64; bool: |x| f64::from(x); }

trait Answer {
    /// Compares with NumPy's answer, up to a tolerance in units of the largest element.
    fn agrees_within(&self, name: &str, tolerance: f64);

    fn agrees(&self, name: &str) {
        self.agrees_within(name, 1e-13);
    }
}

impl<T: Number, S: Data<Elem = T>, D: Dimension> Answer for ArrayBase<S, D> {
    fn agrees_within(&self, name: &str, tolerance: f64) {
        let answer = ANSWERS.get(name).unwrap_or_else(|| panic!("NumPy's answer of {name} is not stored"));
        assert_eq!(self.shape(), answer.shape, "{name}");
        let largest = answer.elements.iter().fold(1.0_f64, |largest, element| largest.max(element.abs()));
        for (ours, &numpys) in self.iter().zip(&answer.elements) {
            assert!((ours.wide() - numpys).abs() <= tolerance * largest, "{name}: {} instead of {numpys}", ours.wide());
        }
    }
}

impl<T: Number> Answer for T {
    fn agrees_within(&self, name: &str, tolerance: f64) {
        ndarray::arr0(*self).agrees_within(name, tolerance);
    }
}

fn drawn<Sh: ShapeBuilder>(shape: Sh, element: impl Fn(usize) -> f64) -> Array<f64, Sh::Dim> {
    let mut position = 0..;
    Array::from_shape_simple_fn(shape, || element(position.next().expect("a position")))
}

fn signed<Sh: ShapeBuilder>(seed: u64, shape: Sh) -> Array<f64, Sh::Dim> {
    drawn(shape, |position| float("signed", bits(seed, position)))
}

fn positive<Sh: ShapeBuilder>(seed: u64, shape: Sh) -> Array<f64, Sh::Dim> {
    drawn(shape, |position| float("plain", bits(seed, position)) + 0.125)
}

fn labels(seed: u64, count: usize, classes: usize) -> Array1<usize> {
    (0..count).map(|position| integer("plain", bits(seed, position), 256, 0) as usize % classes).collect()
}

fn bools(seed: u64, count: usize) -> Array1<bool> {
    (0..count).map(|position| bits(seed, position) % 8 < seed % 9).collect()
}

fn x() -> Array2<f64> {
    signed(1, [7, 5])
}

fn image() -> Array4<f64> {
    signed(8, [3, 4, 5, 6])
}

#[test]
fn softmax_and_its_logarithm() {
    let x = x();
    let softmax = bcast!({
        let e = (x - max(x, axis = -1)).exp();
        e / sum(e, axis = -1)
    });
    softmax.agrees("softmax");
    let single = x.mapv(|x| x as f32);
    let single = bcast!({
        let e = (single - max(single, axis = -1)).exp();
        e / sum(e, axis = -1)
    });
    single.agrees_within("softmax", 1e-6);
    let log_sum_exp = bcast!({
        let m = max(x, axis = -1);
        m + sum((x - m).exp(), axis = -1).ln()
    });
    log_sum_exp.agrees("log-sum-exp");
    let log_softmax = bcast!({
        let d = x - max(x, axis = -1);
        d - sum(d.exp(), axis = -1).ln()
    });
    log_softmax.agrees("log-softmax");
    let temperature = 0.7;
    let softmax = bcast!({
        let e = ((x - max(x, axis = -1)) / temperature).exp();
        e / sum(e, axis = -1)
    });
    softmax.agrees("softmax with temperature");
}

#[test]
fn attention_with_a_causal_mask() {
    let (q, k, v) = (signed(4, [6, 4]), signed(22, [6, 4]), signed(23, [6, 3]));
    let scale = (q.ncols() as f64).sqrt();
    let q = q.insert_axis(Axis(1));
    let score = bcast!(sum(q * k, axis = 2) / scale);
    let share = bcast!({
        let s = if index(axis = 1) > index(axis = 0) { f64::NEG_INFINITY } else { score };
        let e = (s - max(s, axis = 1)).exp();
        e / sum(e, axis = 1)
    });
    let share = share.insert_axis(Axis(2));
    bcast!(sum(share * v, axis = 1)).agrees("attention");
}

#[test]
fn norms_of_layers() {
    let x = image();
    let (gamma, beta) = (positive(9, [4]), signed(10, [4]));
    let layer = bcast!({
        let d = x - mean(x, axis = [1, 2, 3]);
        d / (mean(d * d, axis = [1, 2, 3]) + 1e-5).sqrt()
    });
    layer.agrees("layer norm");
    let groups = x.view().into_shape_with_order((3, 2, 2, 5, 6)).expect("channels in two groups");
    let group = bcast!({
        let d = groups - mean(groups, axis = [2, 3, 4]);
        d / (mean(d * d, axis = [2, 3, 4]) + 1e-5).sqrt()
    });
    group.into_shape_with_order(x.dim()).expect("channels").agrees("group norm");
    let batch = bcast!(
        {
            let d = x - mean(x, axis = [0, 2, 3]);
            d / (mean(d * d, axis = [0, 2, 3]) + 1e-5).sqrt() * gamma + beta
        },
        axis(gamma) = 1,
        axis(beta) = 1
    );
    batch.agrees("batch norm");
    let instance = bcast!({
        let d = x - mean(x, axis = [2, 3]);
        d / (mean(d * d, axis = [2, 3]) + 1e-5).sqrt()
    });
    instance.agrees("instance norm");
    let (x, weight, bias) = (self::x(), positive(3, [5]), signed(24, [5]));
    let rows = bcast!({
        let d = x - mean(x, axis = -1);
        d / (mean(d * d, axis = -1) + 1e-5).sqrt() * weight + bias
    });
    rows.agrees("layer norm of rows");
    bcast!(x / (mean(x * x, axis = -1) + 1e-6).sqrt() * weight).agrees("rms norm");
}

#[test]
fn k_means() {
    let (points, centres) = (signed(17, [60, 3]), signed(18, [4, 3]));
    let p = points.view().insert_axis(Axis(1));
    let nearest = bcast!(argmin(sum((p - centres) * (p - centres), axis = 2), axis = 1));
    nearest.agrees("nearest centres");
    let (number, group) =
        (Array::from_iter(0..4).into_shape_with_order((4, 1, 1)).expect("a column"), nearest.insert_axis(Axis(1)));
    let updated =
        bcast!(sum(if group == number { points } else { 0.0 }, axis = 1) / count(group == number, axis = 1) as f64);
    updated.agrees("updated centres");
}

#[test]
fn distances_and_similarities_of_pairs() {
    let (a, b) = (signed(4, [6, 4]), signed(5, [9, 4]));
    let mask = bools(13, 35).into_shape_with_order((7, 5)).expect("rows of five");
    let a = a.insert_axis(Axis(1));
    bcast!(sum((a - b) * (a - b), axis = 2).sqrt()).agrees("pairwise distances");
    bcast!(sum(a * b, axis = -1) / (sum(a * a, axis = -1) * sum(b * b, axis = -1)).sqrt()).agrees("cosine similarity");
    bcast!(sum(a * b, axis = 2)).agrees("matrix product");
    let (each, first) = (mask.view().insert_axis(Axis(1)), mask.slice(s![..3, ..]));
    bcast!(count(each != first, axis = 2)).agrees("Hamming distances");
}

#[test]
fn losses() {
    let (x, y, label) = (x(), signed(2, [7, 5]), labels(11, 7, 5));
    let cross_entropy: f64 = bcast!(
        {
            let d = x - max(x, axis = 1);
            let l = sum(d.exp(), axis = 1).ln() - d;
            mean(sum(if index(axis = 1) == label { l } else { 0.0 }, axis = 1), axis = 0)
        },
        axis(label) = 0
    );
    cross_entropy.agrees("cross-entropy");
    bcast!(sum((x - y) * (x - y), axis = 1)).agrees("squared error of samples");
    let (u, v) = (signed(6, [40]), signed(7, [40]));
    bcast!(mean((u - v) * (u - v), axis = 0).sqrt()).agrees("RMSE");
    bcast!(mean((u - v).abs(), axis = ..)).agrees("MAE");
    bcast!(
        1.0 - sum((v - u) * (v - u), axis = 0)
            / sum(
                {
                    let d = v - mean(v, axis = 0);
                    d * d
                },
                axis = 0
            )
    )
    .agrees("R2");
    bcast!(mean((1.0 - v.signum() * u).max(0.0), axis = 0)).agrees("hinge loss");
    let huber = bcast!({
        let d = (u - v).abs();
        mean(if d < 0.5 { 0.5 * d * d } else { 0.5 * (d - 0.25) }, axis = 0)
    });
    huber.agrees("Huber loss");
}

#[test]
fn probabilities() {
    let (p, q) = (positive(14, [8]), positive(15, [8]));
    let (p, q) = (bcast!(p / sum(p, axis = 0)), bcast!(q / sum(q, axis = 0)));
    bcast!(-sum(p * p.ln(), axis = 0)).agrees("entropy");
    bcast!(sum(p * (p / q).ln(), axis = 0)).agrees("KL divergence");
    bcast!((-mean(p.ln(), axis = 0)).exp()).agrees("perplexity");
}

#[test]
fn classification() {
    let (x, label) = (x(), labels(11, 7, 5));
    bcast!(argmax(x, axis = -1)).agrees("greedy decoding");
    let decoded = bcast!({
        let e = (x - max(x, axis = -1)).exp();
        if max(e / sum(e, axis = -1), axis = -1) > 0.3 { argmax(x, axis = -1) } else { 5 }
    });
    decoded.agrees("decoding with a threshold");
    let accuracy = bcast!(count(argmax(x, axis = 1) == label, axis = 0) as f64 / len(axis = 0) as f64, axis(label) = 0);
    accuracy.agrees("top-1 accuracy");
    let one_hot = bcast!(if index(axis = 1) == label { 1.0 } else { 0.0 }, axis(label) = 0, to = [7, 5]);
    one_hot.agrees("one-hot");
    let (guess, truth) = (bools(16, 50), bools(21, 50));
    let f1 = bcast!({
        let hits = count(guess && truth, axis = 0);
        2.0 * hits as f64 / (2 * hits + count(guess != truth, axis = 0)) as f64
    });
    f1.agrees("F1");
    bcast!(count(guess & truth, axis = 0) as f64 / count(guess | truth, axis = 0) as f64).agrees("Jaccard index");
}

#[test]
fn statistics_of_columns() {
    let (x, mut running) = (x(), positive(3, [5]));
    bcast!(mean(x, axis = 0)).agrees("column means");
    bcast!(x - mean(x, axis = 0)).agrees("centred columns");
    let variance = bcast!({
        let d = x - mean(x, axis = 0);
        sum(d * d, axis = 0) / (len(axis = 0) as f64 - 1.0)
    });
    variance.agrees("variance");
    let standardised = bcast!({
        let d = x - mean(x, axis = 0);
        d / mean(d * d, axis = 0).sqrt()
    });
    standardised.agrees("standardised columns");
    bcast!((x - min(x, axis = 0)) / (max(x, axis = 0) - min(x, axis = 0))).agrees("min-max scaling");
    let skewness = bcast!({
        let d = x - mean(x, axis = 0);
        mean(d * d * d, axis = 0) / mean(d * d, axis = 0).powf(1.5)
    });
    skewness.agrees("skewness");
    bcast!(count(x > 0.25, axis = 0)).agrees("counts above");
    bcast!(running += 0.1 * (mean(x, axis = 0) - running));
    running.agrees("running statistics");
    let centred = bcast!(x - mean(x, axis = 0)).reversed_axes();
    let (left, n) = (centred.view().insert_axis(Axis(1)), x.nrows() as f64);
    bcast!(sum(left * centred, axis = 2) / (n - 1.0)).agrees("covariance");
}

#[test]
fn statistics_of_rows() {
    let (x, weight, above) = (x(), positive(3, [5]), positive(25, [4, 6]));
    bcast!(sum(x, axis = 1)).agrees("row sums");
    bcast!(mean(x, axis = ..)).agrees("mean of all");
    bcast!(sum(x * x, axis = 1).sqrt()).agrees("row norms");
    bcast!(x / sum(x * x, axis = 1).sqrt()).agrees("unit rows");
    bcast!(sum(x * x, axis = ..).sqrt()).agrees("Frobenius norm");
    bcast!(sum(x * weight, axis = -1) / sum(weight, axis = -1)).agrees("weighted mean");
    bcast!(sum(x * weight, axis = 1)).agrees("matrix times vector");
    bcast!(mean(above.ln(), axis = 1).exp()).agrees("geometric mean");
    bcast!(1.0 / mean(1.0 / above, axis = 1)).agrees("harmonic mean");
    bcast!(max(x.abs(), axis = ..)).agrees("largest magnitude");
    bcast!(max(x, axis = 1) - min(x, axis = 1)).agrees("range of rows");
    bcast!(any(x < -0.9, axis = 1)).agrees("rows with a negative");
    let mass = positive(26, [5, 6]);
    bcast!(sum(mass * index(axis = 1) as f64, axis = 1) / sum(mass, axis = 1)).agrees("centre of mass");
}

#[test]
fn masks_and_holes() {
    let x = x();
    let mask = bools(13, 35).into_shape_with_order((7, 5)).expect("rows of five");
    bcast!(sum(if mask { x } else { 0.0 }, axis = 1) / count(mask, axis = 1).max(1) as f64).agrees("masked mean");
    let mut holes = bcast!(if mask { x } else { f64::NAN });
    bcast!(all(holes.is_finite(), axis = 0)).agrees("finite columns");
    bcast!(count(holes.is_nan(), axis = 0) as f64 / len(axis = 0) as f64).agrees("share of NaN");
    holes.row_mut(0).assign(&x.row(0));
    bcast!(sum(if holes.is_nan() { 0.0 } else { holes }, axis = 0) / count(!holes.is_nan(), axis = 0) as f64)
        .agrees("mean without NaN");
}

#[test]
fn vectors_and_matrices() {
    let (u, v, square) = (signed(6, [40]), signed(7, [40]), signed(19, [6, 6]));
    bcast!(sum(u * v, axis = ..)).agrees("dot product");
    let correlation = bcast!({
        let a = u - mean(u, axis = 0);
        let b = v - mean(v, axis = 0);
        sum(a * b, axis = 0) / (sum(a * a, axis = 0) * sum(b * b, axis = 0)).sqrt()
    });
    correlation.agrees("correlation");
    let (later, earlier, centre) = (u.slice(s![1..]), u.slice(s![..-1]), bcast!(mean(u, axis = 0)));
    let shifted = bcast!(sum((later - centre) * (earlier - centre), axis = 0));
    let all = bcast!(sum((u - centre) * (u - centre), axis = 0));
    (shifted / all).agrees("autocorrelation");
    bcast!(sum(0.5 * (later + earlier) * 0.5, axis = 0)).agrees("trapezoids");
    bcast!(square - mean(square, axis = 0) - mean(square, axis = 1) + mean(square, axis = ..)).agrees("centred kernel");
    bcast!(sum(if index(axis = 0) == index(axis = 1) { square } else { 0.0 }, axis = ..)).agrees("trace");
    let diagonal = bcast!({
        let row = index(axis = 0);
        sum(if index(axis = 1) == row { square } else { 0.0 }, axis = [0, 1])
    });
    diagonal.agrees("trace");
}

#[test]
fn histogram() {
    let (bins, number) = (labels(20, 200, 8), Array::from_iter(0..8).insert_axis(Axis(1)));
    bcast!(count(bins == number, axis = 1)).agrees("histogram");
}

#[test]
fn pooling() {
    let x = image();
    bcast!(mean(x, axis = [2, 3])).agrees("global average pooling");
    bcast!(max(x, axis = [0, 2, 3])).agrees("largest channel");
    let windows = x.view().into_shape_with_order((3, 4, 5, 3, 2)).expect("windows of two");
    bcast!(max(windows, axis = -1)).agrees("largest of each window");
}
