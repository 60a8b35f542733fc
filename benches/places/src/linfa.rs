//! linfa 0.8.1.

use std::ops::{Div, Sub};

use bcast::bcast;
use ndarray::{Array1, Axis};

use crate::random::Random;
use crate::table::Table;
use crate::{Matrix, Vector};

const LENGTHS: [usize; 2] = [150, 100_000];

// linfa 0.8.1, src/metrics_regression.rs, `SingleTargetRegression::max_error`
fn max_error_ndarray((a, b): &(Vector, Vector)) -> f64 {
    a.view().sub(&b.view()).iter().map(|d| d.abs()).fold(f64::NEG_INFINITY, f64::max)
}

fn max_error_bcast((a, b): &(Vector, Vector)) -> f64 {
    bcast!(max((a - b).abs(), axis = ..))
}

// linfa 0.8.1, src/metrics_regression.rs, `SingleTargetRegression::mean_absolute_error`
fn mean_absolute_error_ndarray((a, b): &(Vector, Vector)) -> f64 {
    a.view().sub(&b.view()).mapv_into(f64::abs).mean().expect("samples")
}

fn mean_absolute_error_bcast((a, b): &(Vector, Vector)) -> f64 {
    bcast!(mean((a - b).abs(), axis = ..))
}

// linfa 0.8.1, src/metrics_regression.rs, `SingleTargetRegression::mean_squared_error`
fn mean_squared_error_ndarray((a, b): &(Vector, Vector)) -> f64 {
    a.view().sub(&b.view()).mapv_into(|d| d * d).mean().expect("samples")
}

fn mean_squared_error_bcast((a, b): &(Vector, Vector)) -> f64 {
    bcast!(mean((a - b) * (a - b), axis = ..))
}

// linfa 0.8.1, src/metrics_regression.rs, `SingleTargetRegression::mean_squared_log_error`
fn mean_squared_log_error_ndarray((a, b): &(Vector, Vector)) -> f64 {
    let a = a.mapv(|x| (1.0 + x).ln());
    let b = b.mapv(|x| (1.0 + x).ln());
    a.view().sub(&b.view()).mapv_into(|d| d * d).mean().expect("samples")
}

fn mean_squared_log_error_bcast((a, b): &(Vector, Vector)) -> f64 {
    bcast!({
        let d = (1.0 + a).ln() - (1.0 + b).ln();
        mean(d * d, axis = ..)
    })
}

// linfa 0.8.1, src/metrics_regression.rs, `SingleTargetRegression::mean_absolute_percentage_error`
fn mean_absolute_percentage_error_ndarray((a, b): &(Vector, Vector)) -> f64 {
    a.view().sub(&b.view()).div(&a.view()).mapv_into(f64::abs).mean().expect("samples")
}

fn mean_absolute_percentage_error_bcast((a, b): &(Vector, Vector)) -> f64 {
    bcast!(mean(((a - b) / a).abs(), axis = ..))
}

// linfa 0.8.1, src/metrics_regression.rs, `SingleTargetRegression::r2`
fn r2_ndarray((a, b): &(Vector, Vector)) -> f64 {
    let mean = b.mean().expect("samples");
    let residual = a.view().sub(&b.view()).mapv_into(|d| d * d).sum();
    1.0 - residual / (b.mapv(|x| (x - mean) * (x - mean)).sum() + 1e-10)
}

fn r2_bcast((a, b): &(Vector, Vector)) -> f64 {
    bcast!({
        let d = b - mean(b, axis = ..);
        1.0 - sum((a - b) * (a - b), axis = ..) / (sum(d * d, axis = ..) + 1e-10)
    })
}

// linfa 0.8.1, src/metrics_regression.rs, `SingleTargetRegression::explained_variance`
fn explained_variance_ndarray((a, b): &(Vector, Vector)) -> f64 {
    let diff = a.view().sub(&b.view());
    let mean = b.mean().expect("samples");
    let mean_error = diff.mean().expect("samples");
    1.0 - (diff.mapv_into(|d| d * d).sum() - mean_error) / (b.mapv(|x| (x - mean) * (x - mean)).sum() + 1e-10)
}

fn explained_variance_bcast((a, b): &(Vector, Vector)) -> f64 {
    bcast!({
        let e = a - b;
        let d = b - mean(b, axis = ..);
        1.0 - (sum(e * e, axis = ..) - mean(e, axis = ..)) / (sum(d * d, axis = ..) + 1e-10)
    })
}

// linfa 0.8.1, src/metrics_regression.rs, `MultiTargetRegression::mean_absolute_error`
fn multi_mean_absolute_error_ndarray((a, b): &(Matrix, Matrix)) -> Vector {
    let columns = a.axis_iter(Axis(1)).zip(b.axis_iter(Axis(1)));
    columns.map(|(a, b)| a.sub(&b).mapv_into(f64::abs).mean().expect("samples")).collect()
}

fn multi_mean_absolute_error_bcast((a, b): &(Matrix, Matrix)) -> Vector {
    bcast!(mean((a - b).abs(), axis = 0))
}

// linfa 0.8.1, src/metrics_regression.rs, `MultiTargetRegression::r2`
fn multi_r2_ndarray((a, b): &(Matrix, Matrix)) -> Vector {
    let columns = a.axis_iter(Axis(1)).zip(b.axis_iter(Axis(1)));
    columns
        .map(|(a, b)| {
            let mean = b.mean().expect("samples");
            let residual = a.sub(&b).mapv_into(|d| d * d).sum();
            1.0 - residual / (b.mapv(|x| (x - mean) * (x - mean)).sum() + 1e-10)
        })
        .collect()
}

fn multi_r2_bcast((a, b): &(Matrix, Matrix)) -> Vector {
    bcast!({
        let d = b - mean(b, axis = 0);
        1.0 - sum((a - b) * (a - b), axis = 0) / (sum(d * d, axis = 0) + 1e-10)
    })
}

// linfa 0.8.1, src/correlation.rs, `pearson_correlation`: what stands around the product of matrices
fn denoise_ndarray(x: &Matrix) -> (Matrix, Vector) {
    let mean = x.mean_axis(Axis(0)).expect("samples");
    let denoised = x - &mean.insert_axis(Axis(1)).t();
    let deviation = denoised.var_axis(Axis(0), 1.0).mapv(f64::sqrt);
    (denoised, deviation)
}

fn denoise_bcast(x: &Matrix) -> (Matrix, Vector) {
    bcast!(
        {
            let d = x - mean(x, axis = 0);
            (d, (sum(d * d, axis = 0) / (len(axis = 0) as f64 - 1.0)).sqrt())
        },
        unzip
    )
}

// linfa 0.8.1, src/correlation.rs, `p_values`: how often a shuffled sample correlates more
fn exceedances_ndarray((ground, correlation, counts): &mut (Vector, Vector, Vector)) {
    let greater = ground.iter().zip(correlation.iter());
    let greater: Array1<f64> = greater.map(|(a, b)| if a.abs() < b.abs() { 1.0 } else { 0.0 }).collect();
    *counts += &greater;
}

fn exceedances_bcast((ground, correlation, counts): &mut (Vector, Vector, Vector)) {
    bcast!(counts += if ground.abs() < correlation.abs() { 1.0 } else { 0.0 });
}

// linfa 0.8.1, src/metrics_clustering.rs, `DistanceCount::add_point`, for all points of a sample
fn sample_distances_ndarray((x, sample): &(Matrix, Vector)) -> Vector {
    let mut distances = Array1::zeros(x.nrows());
    for (other, distance) in x.outer_iter().zip(&mut distances) {
        *distance = sample.view().sub(&other).mapv(|d| d * d).sum().sqrt();
    }
    distances
}

fn sample_distances_bcast((x, sample): &(Matrix, Vector)) -> Vector {
    bcast!(sum((sample - x) * (sample - x), axis = 1).sqrt())
}

/// Measures all places of the crate.
pub fn measure(table: &mut Table) {
    let mut places = table.of("linfa", include_str!("linfa.rs"));
    let shapes = [(150, 4), (20_000, 16)];
    let pair = |n, r: &mut Random| (r.vector(n, 0.5..1.5), r.vector(n, 0.5..1.5));
    let pair_of_matrices = |shape, r: &mut Random| (r.matrix(shape, 0.5..1.5), r.matrix(shape, 0.5..1.5));
    places.value("max_error", 0.0, LENGTHS, pair, [max_error_ndarray, max_error_bcast]);
    let forms = [mean_absolute_error_ndarray, mean_absolute_error_bcast];
    places.value("mean_absolute_error", 1e-12, LENGTHS, pair, forms);
    let forms = [mean_squared_error_ndarray, mean_squared_error_bcast];
    places.value("mean_squared_error", 1e-12, LENGTHS, pair, forms);
    let forms = [mean_squared_log_error_ndarray, mean_squared_log_error_bcast];
    places.value("mean_squared_log_error", 1e-12, LENGTHS, pair, forms);
    let forms = [mean_absolute_percentage_error_ndarray, mean_absolute_percentage_error_bcast];
    places.value("mean_absolute_percentage_error", 1e-12, LENGTHS, pair, forms);
    places.value("r2", 1e-12, LENGTHS, pair, [r2_ndarray, r2_bcast]);
    places.value("explained_variance", 1e-12, LENGTHS, pair, [explained_variance_ndarray, explained_variance_bcast]);
    let forms = [multi_mean_absolute_error_ndarray, multi_mean_absolute_error_bcast];
    places.value("multi_mean_absolute_error", 1e-12, shapes, pair_of_matrices, forms);
    places.value("multi_r2", 1e-12, shapes, pair_of_matrices, [multi_r2_ndarray, multi_r2_bcast]);
    let matrix = |shape, r: &mut Random| r.matrix(shape, 0.0..10.0);
    places.value("denoise", 1e-12, shapes, matrix, [denoise_ndarray, denoise_bcast]);
    let three = |n, r: &mut Random| (r.vector(n, -1.0..1.0), r.vector(n, -1.0..1.0), r.vector(n, 0.0..9.0));
    places.in_place("exceedances", 0.0, [45, 4950], three, [exceedances_ndarray, exceedances_bcast]);
    let sample = |shape: (usize, usize), r: &mut Random| (r.matrix(shape, 0.0..10.0), r.vector(shape.1, 0.0..10.0));
    places.value("sample_distances", 1e-12, shapes, sample, [sample_distances_ndarray, sample_distances_bcast]);
}
