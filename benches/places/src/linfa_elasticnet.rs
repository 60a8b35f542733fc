//! linfa-elasticnet 0.8.1.

use bcast::bcast;
use ndarray::{Array1, Axis, Zip};

use crate::random::Random;
use crate::table::Table;
use crate::{Matrix, Vector};

const L1: f64 = 0.7;
const L2: f64 = 0.3;

// linfa-elasticnet 0.8.1, src/algorithm.rs., `ElasticNet::confidence_95th`
fn confidence_ndarray((hyperplane, variance): &(Vector, Vector)) -> Array1<(f64, f64)> {
    let p = 1.645;
    hyperplane.iter().zip(variance.iter()).map(|(a, b)| (*a - p * b.sqrt(), *a + p * b.sqrt())).collect()
}

fn confidence_bcast((hyperplane, variance): &(Vector, Vector)) -> Array1<(f64, f64)> {
    bcast!({
        let width = 1.645 * variance.sqrt();
        (hyperplane - width, hyperplane + width)
    })
}

// linfa-elasticnet 0.8.1, src/algorithm.rs., `MultiTaskElasticNet::z_score`
fn z_score_ndarray((hyperplane, variance): &(Matrix, Vector)) -> Matrix {
    Zip::from(hyperplane).and_broadcast(variance).map_collect(|a, b| *a / b.sqrt())
}

fn z_score_bcast((hyperplane, variance): &(Matrix, Vector)) -> Matrix {
    bcast!(hyperplane / variance.sqrt())
}

// linfa-elasticnet 0.8.1, src/algorithm.rs., `coordinate_descent`: squared norms of the columns
fn column_norms_ndarray(x: &Matrix) -> Vector {
    x.map_axis(Axis(0), |column| column.dot(&column))
}

fn column_norms_bcast(x: &Matrix) -> Vector {
    bcast!(sum(x * x, axis = 0))
}

// linfa-elasticnet 0.8.1, src/algorithm.rs., `coordinate_descent`: a step of one coordinate on the residual, there and
// back
fn residual_ndarray((x, r): &mut (Matrix, Vector)) {
    let column = x.column(1);
    r.scaled_add(0.5, &column);
    let product = column.dot(r);
    let weight = product.signum() * f64::max(product.abs() - L1, 0.0) / (column.dot(&column) + L2);
    r.scaled_add(-weight, &column);
}

fn residual_bcast((x, r): &mut (Matrix, Vector)) {
    let column = x.column(1);
    bcast!(
        r = {
            let old = r + 0.5 * column;
            let product = sum(column * old, axis = 0);
            let weight = product.signum() * (product.abs() - L1).max(0.0) / (sum(column * column, axis = 0) + L2);
            old - weight * column
        }
    );
}

// linfa-elasticnet 0.8.1, src/algorithm.rs., `block_soft_thresholding`
fn soft_threshold_ndarray(x: &Vector) -> Vector {
    let norm = x.dot(x).sqrt();
    if norm < L1 {
        return Array1::zeros(x.len());
    }
    let scale = 1.0 - L1 / norm;
    x * scale
}

fn soft_threshold_bcast(x: &Vector) -> Vector {
    bcast!(x * (1.0 - L1 / sum(x * x, axis = 0).sqrt()).max(0.0))
}

// linfa-elasticnet 0.8.1, src/algorithm.rs., `duality_gap`, after the products with `x`
fn duality_gap_ndarray((product, w, r, y): &(Vector, Vector, Vector, Vector)) -> f64 {
    let xta = product - w * L2;
    let dual_norm = xta.iter().fold(0.0, |norm, x: &f64| x.abs().max(norm));
    let (r_norm, w_norm) = (r.dot(r), w.dot(w));
    let (factor, mut gap) = if dual_norm > L1 {
        let factor = L1 / dual_norm;
        (factor, 0.5 * (r_norm + r_norm * factor * factor))
    } else {
        (1.0, r_norm)
    };
    let l1_norm = w.iter().map(|w| w.abs()).sum::<f64>();
    gap += L1 * l1_norm - factor * r.dot(y) + 0.5 * L2 * (1.0 + factor * factor) * w_norm;
    gap
}

fn duality_gap_bcast((product, w, r, y): &(Vector, Vector, Vector, Vector)) -> f64 {
    let factor = bcast!((L1 / max((product - w * L2).abs(), axis = ..)).min(1.0));
    let fit = bcast!(0.5 * (1.0 + factor * factor) * sum(r * r, axis = ..) - factor * sum(r * y, axis = ..));
    bcast!(fit + sum(L1 * w.abs() + 0.5 * L2 * (1.0 + factor * factor) * w * w, axis = ..))
}

// linfa-elasticnet 0.8.1, src/algorithm.rs., `duality_gap_mtl`: norms of the rows
fn row_norms_ndarray((xta, w): &(Matrix, Matrix)) -> (f64, f64) {
    let norms = xta.map_axis(Axis(1), |x| x.dot(&x).sqrt());
    let dual_norm = norms.iter().fold(0.0, |norm, x: &f64| x.abs().max(norm));
    (dual_norm, w.map_axis(Axis(1), |w| w.dot(&w).sqrt()).sum())
}

fn row_norms_bcast((xta, w): &(Matrix, Matrix)) -> (f64, f64) {
    let norm = bcast!(max(sum(xta * xta, axis = 1).sqrt(), axis = 0));
    (norm, bcast!(sum(sum(w * w, axis = 1).sqrt(), axis = 0)))
}

// linfa-elasticnet 0.8.1, src/algorithm.rs., `variance_params`: the variance of the target
fn target_variance_ndarray((y, estimate): &(Matrix, Matrix)) -> f64 {
    (y - estimate).mapv(|x| x * x).sum() / (y.len() - 4 * y.ncols()) as f64
}

fn target_variance_bcast((y, estimate): &(Matrix, Matrix)) -> f64 {
    bcast!(sum((y - estimate) * (y - estimate), axis = ..) / (len(axis = 1) * (len(axis = 0) - 4)) as f64)
}

// linfa-elasticnet 0.8.1, src/algorithm.rs., `compute_intercept`
fn intercept_ndarray(y: &Matrix) -> (Vector, Matrix) {
    let mean = y.mean_axis(Axis(0)).expect("samples");
    let centred = y - &mean.view().insert_axis(Axis(0));
    (mean, centred)
}

fn intercept_bcast(y: &Matrix) -> (Vector, Matrix) {
    bcast!(
        {
            let m = mean(y, axis = 0);
            (m, y - m)
        },
        unzip
    )
}

/// Measures all places of the crate.
pub fn measure(table: &mut Table) {
    let mut places = table.of("linfa-elasticnet", include_str!("linfa_elasticnet.rs"));
    let (lengths, shapes) = ([16, 5000], [(150, 4), (20_000, 16)]);
    let variance = |n, r: &mut Random| (r.vector(n, -2.0..2.0), r.vector(n, 0.1..1.0));
    places.value("confidence", 0.0, lengths, variance, [confidence_ndarray, confidence_bcast]);
    let variance = |shape: (usize, usize), r: &mut Random| (r.matrix(shape, -2.0..2.0), r.vector(shape.1, 0.1..1.0));
    places.value("z_score", 0.0, [(4, 4), (500, 500)], variance, [z_score_ndarray, z_score_bcast]);
    let matrix = |shape, r: &mut Random| r.matrix(shape, -1.0..1.0);
    places.value("column_norms", 1e-12, shapes, matrix, [column_norms_ndarray, column_norms_bcast]);
    let residual = |shape: (usize, usize), r: &mut Random| (r.matrix(shape, -1.0..1.0), r.vector(shape.0, -1.0..1.0));
    places.in_place("residual", 1e-12, shapes, residual, [residual_ndarray, residual_bcast]);
    let vector = |n, r: &mut Random| r.vector(n, -1.0..1.0);
    places.value("soft_threshold", 1e-13, lengths, vector, [soft_threshold_ndarray, soft_threshold_bcast]);
    let gap = |n, r: &mut Random| {
        (r.vector(n, -2.0..2.0), r.vector(n, -1.0..1.0), r.vector(10 * n, -1.0..1.0), r.vector(10 * n, -1.0..1.0))
    };
    places.value("duality_gap", 1e-12, lengths, gap, [duality_gap_ndarray, duality_gap_bcast]);
    let pair = |shape, r: &mut Random| (r.matrix(shape, -1.0..1.0), r.matrix(shape, -1.0..1.0));
    places.value("row_norms", 1e-12, shapes, pair, [row_norms_ndarray, row_norms_bcast]);
    places.value("target_variance", 1e-12, shapes, pair, [target_variance_ndarray, target_variance_bcast]);
    places.value("intercept", 1e-11, shapes, matrix, [intercept_ndarray, intercept_bcast]);
}
