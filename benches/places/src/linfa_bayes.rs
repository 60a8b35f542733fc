//! linfa-bayes 0.8.1.

use std::f64::consts::TAU;

use bcast::bcast;
use ndarray::Axis;

use crate::random::Random;
use crate::table::Table;
use crate::{Matrix, Vector};

/// Samples of a class that earlier batches had.
const SEEN: usize = 700;
/// Weight of the smoothing.
const ALPHA: f64 = 1.0;
/// Above this a feature counts as present.
const THRESHOLD: f64 = 0.4;

// linfa-bayes 0.8.1, src/gaussian_nb.rs, `update_mean_variance`
fn update_moments_ndarray((x, mean, variance): &(Matrix, Vector, Vector)) -> (Vector, Vector) {
    let (old, new) = (SEEN as f64, x.nrows() as f64);
    let mean_new = x.mean_axis(Axis(0)).expect("samples");
    let variance_new = x.var_axis(Axis(0), 0.0);
    let total = old + new;
    let new_weighted = &mean_new * new;
    let old_weighted = mean * old;
    let mean_weighted = (new_weighted + old_weighted).mapv(|x| x / total);
    let ssd_old = variance * old;
    let ssd_new = variance_new * new;
    let weight = new * old / total;
    let ssd = ssd_old + ssd_new + (mean - mean_new).mapv(|x| weight * x.powi(2));
    (mean_weighted, ssd.mapv(|x| x / total))
}

fn update_moments_bcast((x, mean, variance): &(Matrix, Vector, Vector)) -> (Vector, Vector) {
    let (old, new) = (SEEN as f64, x.nrows() as f64);
    bcast!(
        {
            let m = mean(x, axis = 0);
            let v = mean((x - m) * (x - m), axis = 0);
            let shift = new * old / (old + new) * (mean - m) * (mean - m);
            ((m * new + mean * old) / (old + new), (variance * old + v * new + shift) / (old + new))
        },
        unzip
    )
}

// linfa-bayes 0.8.1, src/gaussian_nb.rs, `joint_log_likelihood`, of one class
fn gaussian_likelihood_ndarray((x, theta, sigma): &(Matrix, Vector, Vector)) -> Vector {
    let prior = 0.25_f64.ln();
    let mut constant = sigma.mapv(|s| TAU * s).mapv(|s| s.ln()).sum();
    constant *= -0.5;
    let likelihood =
        ((x.to_owned() - theta).mapv(|x| x.powi(2)) / sigma).sum_axis(Axis(1)).mapv(|x| x * 0.5).mapv(|x| constant - x);
    likelihood + prior
}

fn gaussian_likelihood_bcast((x, theta, sigma): &(Matrix, Vector, Vector)) -> Vector {
    let prior = 0.25_f64.ln();
    let constant = bcast!(-0.5 * sum((TAU * sigma).ln(), axis = ..));
    bcast!(constant - 0.5 * sum((x - theta) * (x - theta) / sigma, axis = 1) + prior)
}

// linfa-bayes 0.8.1, src/bernoulli_nb.rs, `BernoulliNb::binarize`
fn binarize_ndarray(x: &Matrix) -> Matrix {
    x.map(|x| if x > &THRESHOLD { 1.0 } else { 0.0 })
}

fn binarize_bcast(x: &Matrix) -> Matrix {
    bcast!(if x > THRESHOLD { 1.0 } else { 0.0 })
}

// linfa-bayes 0.8.1, src/bernoulli_nb.rs, `joint_log_likelihood`: the weights of one class
fn bernoulli_weights_ndarray(log_prob: &Vector) -> (Vector, f64) {
    let negative = log_prob.map(|p| (1.0 - p.exp()).ln());
    let weights = log_prob - &negative;
    (weights, 0.25_f64.ln() + negative.sum())
}

fn bernoulli_weights_bcast(log_prob: &Vector) -> (Vector, f64) {
    bcast!(
        {
            let negative = (1.0 - log_prob.exp()).ln();
            (log_prob - negative, 0.25_f64.ln() + sum(negative, axis = ..))
        },
        unzip
    )
}

// linfa-bayes 0.8.1, src/lib.rs, `ClassHistogram::update_with_smoothing`
fn smooth_counts_ndarray((x, counts): &(Matrix, Vector)) -> (Vector, Vector) {
    let new = x.sum_axis(Axis(0));
    let counts = new + counts.view();
    let smoothed = counts.mapv(|x| x + ALPHA);
    let total = smoothed.sum();
    let log_prob = smoothed.mapv(|x| x.ln() - total.ln());
    (counts, log_prob)
}

fn smooth_counts_bcast((x, counts): &(Matrix, Vector)) -> (Vector, Vector) {
    let counts = bcast!(sum(x, axis = 0) + counts);
    let log_prob = bcast!((counts + ALPHA).ln() - sum(counts + ALPHA, axis = ..).ln());
    (counts, log_prob)
}

/// Measures all places of the crate.
pub fn measure(table: &mut Table) {
    let mut places = table.of("linfa-bayes", include_str!("linfa_bayes.rs"));
    let shapes = [(50, 4), (10_000, 32)];
    let moments = |shape: (usize, usize), r: &mut Random| {
        (r.matrix(shape, 1.0..9.0), r.vector(shape.1, 4.0..6.0), r.vector(shape.1, 1.0..2.0))
    };
    places.value("update_moments", 1e-11, shapes, moments, [update_moments_ndarray, update_moments_bcast]);
    let forms = [gaussian_likelihood_ndarray, gaussian_likelihood_bcast];
    places.value("gaussian_likelihood", 1e-12, shapes, moments, forms);
    let matrix = |shape, r: &mut Random| r.matrix(shape, 0.0..1.0);
    places.value("binarize", 0.0, shapes, matrix, [binarize_ndarray, binarize_bcast]);
    let log_prob = |n, r: &mut Random| r.vector(n, -6.0..-0.1);
    let forms = [bernoulli_weights_ndarray, bernoulli_weights_bcast];
    places.value("bernoulli_weights", 1e-12, [64, 50_000], log_prob, forms);
    let counts = |shape: (usize, usize), r: &mut Random| (r.matrix(shape, 0.0..9.0), r.vector(shape.1, 0.0..99.0));
    places.value("smooth_counts", 1e-12, [(20, 64), (500, 2000)], counts, [smooth_counts_ndarray, smooth_counts_bcast]);
}
