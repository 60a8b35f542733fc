//! linfa-clustering 0.8.1.

use std::f64::consts::TAU;

use bcast::bcast;
use ndarray::{Array, Array1, Axis, Zip, s};

use crate::random::Random;
use crate::table::Table;
use crate::{Matrix, Vector};

type Cube = ndarray::Array3<f64>;

// linfa-clustering 0.8.1, src/gaussian_mixture/algorithm.rs, `GaussianMixtureModel::new` with random responsibilities
fn responsibilities_ndarray(resp: &Matrix) -> Matrix {
    let totals = &resp.sum_axis(Axis(1)).insert_axis(Axis(0));
    (resp.to_owned().reversed_axes() / totals).reversed_axes()
}

fn responsibilities_bcast(resp: &Matrix) -> Matrix {
    bcast!(resp / sum(resp, axis = 1))
}

// linfa-clustering 0.8.1, src/gaussian_mixture/algorithm.rs, `estimate_gaussian_covariances_full`: the factors of the
// product of one cluster
fn covariance_factors_ndarray((x, resp, mean): &(Matrix, Matrix, Vector)) -> (Matrix, Matrix) {
    let diff = x - mean;
    let weighted = &diff.t() * &resp.index_axis(Axis(1), 1);
    (diff, weighted)
}

fn covariance_factors_bcast((x, resp, mean): &(Matrix, Matrix, Vector)) -> (Matrix, Matrix) {
    let resp = resp.column(1);
    let (diff, weighted) = bcast!(
        {
            let d = x - mean;
            (d, d * resp)
        },
        unzip,
        axis(resp) = 0
    );
    (diff, weighted.reversed_axes())
}

// linfa-clustering 0.8.1, src/gaussian_mixture/algorithm.rs, `estimate_log_prob_resp`
fn log_responsibilities_ndarray(weighted: &Matrix) -> (Vector, Matrix) {
    let norm = weighted.mapv(f64::exp).sum_axis(Axis(1)).mapv(f64::ln);
    let resp = weighted.to_owned() - norm.to_owned().insert_axis(Axis(1));
    (norm, resp)
}

fn log_responsibilities_bcast(weighted: &Matrix) -> (Vector, Matrix) {
    bcast!(
        {
            let norm = sum(weighted.exp(), axis = 1).ln();
            (norm, weighted - norm)
        },
        unzip
    )
}

// linfa-clustering 0.8.1, src/gaussian_mixture/algorithm.rs, `estimate_log_gaussian_prob`, after the product with the
// precisions of each cluster
fn log_gaussian_ndarray((products, log_det): &(Cube, Vector)) -> Matrix {
    let (clusters, samples, features) = products.dim();
    let mut log_prob: Matrix = Array::zeros((samples, clusters));
    for (k, diff) in products.outer_iter().enumerate() {
        log_prob.slice_mut(s![.., k]).assign(&diff.mapv(|v| v * v).sum_axis(Axis(1)));
    }
    log_prob.mapv(|v| -0.5 * (v + features as f64 * TAU.ln())) + log_det
}

fn log_gaussian_bcast((products, log_det): &(Cube, Vector)) -> Matrix {
    let constant = products.dim().2 as f64 * TAU.ln();
    bcast!(-0.5 * (sum(products * products, axis = 2) + constant) + log_det, axis(log_det) = 0).reversed_axes()
}

// linfa-clustering 0.8.1, src/gaussian_mixture/algorithm.rs, `compute_log_det_cholesky_full`
fn log_determinants_ndarray(factors: &Cube) -> Vector {
    let (clusters, features, _) = factors.dim();
    let flat = factors.to_owned().into_shape_with_order((clusters, features * features)).expect("contiguous");
    let log_diagonals = &flat.slice(s![.., ..; features + 1]).to_owned().mapv(f64::ln);
    log_diagonals.sum_axis(Axis(1))
}

fn log_determinants_bcast(factors: &Cube) -> Vector {
    let (clusters, features, _) = factors.dim();
    let flat = factors.view().into_shape_with_order((clusters, features * features)).expect("contiguous");
    let diagonals = flat.slice(s![.., ..; features + 1]);
    bcast!(sum(diagonals.ln(), axis = 1))
}

// linfa-clustering 0.8.1, src/gaussian_mixture/algorithm.rs, `predict_inplace`
fn predict_ndarray(log_resp: &Matrix) -> Array1<usize> {
    log_resp.mapv(f64::exp).map_axis(Axis(1), |row| {
        let pairs = row.indexed_iter();
        pairs.fold((0, f64::NEG_INFINITY), |best, (k, &p)| if p > best.1 { (k, p) } else { best }).0
    })
}

fn predict_bcast(log_resp: &Matrix) -> Array1<usize> {
    bcast!(argmax(log_resp.exp(), axis = 1))
}

// linfa-clustering 0.8.1, src/gaussian_mixture/algorithm.rs, `m_step` and `estimate_gaussian_parameters`:
// responsibilities and their sums
fn cluster_weights_ndarray(log_resp: &Matrix) -> (Matrix, Vector) {
    let resp = log_resp.mapv(|x| x.exp());
    let sums = resp.sum_axis(Axis(0));
    let weights = sums / log_resp.nrows() as f64;
    (resp, weights)
}

fn cluster_weights_bcast(log_resp: &Matrix) -> (Matrix, Vector) {
    bcast!(
        {
            let resp = log_resp.exp();
            (resp, mean(resp, axis = 0))
        },
        unzip
    )
}

// linfa-clustering 0.8.1, src/k_means/algorithm.rs, `closest_centroid` for all observations, as
// `update_memberships_and_dists`, on one thread
fn nearest_ndarray((x, centroids): &(Matrix, Matrix)) -> (Array1<usize>, Vector) {
    let (mut memberships, mut distances) = (Array1::zeros(x.nrows()), Array1::zeros(x.nrows()));
    Zip::from(x.axis_iter(Axis(0))).and(&mut memberships).and(&mut distances).for_each(|x, membership, least| {
        let distance = |centroid: ndarray::ArrayView1<'_, f64>| {
            let mut sum = 0.0;
            Zip::from(&centroid).and(&x).for_each(|&c, &x| sum += (c - x) * (c - x));
            sum
        };
        (*membership, *least) = (0, distance(centroids.row(0)));
        for (k, centroid) in centroids.rows().into_iter().enumerate() {
            let distance = distance(centroid);
            if distance < *least {
                (*membership, *least) = (k, distance);
            }
        }
    });
    (memberships, distances)
}

fn nearest_bcast((x, centroids): &(Matrix, Matrix)) -> (Array1<usize>, Vector) {
    let x = x.view().insert_axis(Axis(1));
    bcast!(
        {
            let distance = sum((centroids - x) * (centroids - x), axis = 2);
            (argmin(distance, axis = 1), min(distance, axis = 1))
        },
        unzip
    )
}

// linfa-clustering 0.8.1, src/k_means/algorithm.rs, `compute_centroids`, after the sums of the members
fn move_centroids_ndarray((centroids, old, counts): &mut (Matrix, Matrix, Array1<usize>)) {
    *centroids += &*old;
    Zip::from(centroids.rows_mut()).and(&*counts).for_each(|mut centroid, &count| centroid /= count as f64);
}

fn move_centroids_bcast((centroids, old, counts): &mut (Matrix, Matrix, Array1<usize>)) {
    bcast!(centroids = (centroids + old) / counts as f64, axis(counts) = 0);
}

/// Measures all places of the crate.
pub fn measure(table: &mut Table) {
    let mut places = table.of("linfa-clustering", include_str!("linfa_clustering.rs"));
    let shapes = [(150, 3), (20_000, 8)];
    let matrix = |shape, r: &mut Random| r.matrix(shape, 0.1..1.0);
    let logarithms = |shape, r: &mut Random| r.matrix(shape, -9.0..0.0);
    places.value("responsibilities", 1e-13, shapes, matrix, [responsibilities_ndarray, responsibilities_bcast]);
    let factors =
        |(n, k, d), r: &mut Random| (r.matrix((n, d), 0.0..9.0), r.matrix((n, k), 0.0..1.0), r.vector(d, 4.0..5.0));
    let forms = [covariance_factors_ndarray, covariance_factors_bcast];
    places.value("covariance_factors", 0.0, [(150, 3, 4), (20_000, 8, 16)], factors, forms);
    let forms = [log_responsibilities_ndarray, log_responsibilities_bcast];
    places.value("log_responsibilities", 1e-13, shapes, logarithms, forms);
    let products = |(k, n, d), r: &mut Random| (r.array((k, n, d), -2.0..2.0), r.vector(k, -9.0..0.0));
    let forms = [log_gaussian_ndarray, log_gaussian_bcast];
    places.value("log_gaussian", 1e-13, [(3, 150, 4), (8, 5000, 16)], products, forms);
    let cubes = |(k, d), r: &mut Random| r.array((k, d, d), 0.5..1.5);
    let forms = [log_determinants_ndarray, log_determinants_bcast];
    places.value("log_determinants", 1e-12, [(3, 4), (8, 64)], cubes, forms);
    places.value("predict", 0.0, shapes, logarithms, [predict_ndarray, predict_bcast]);
    places.value("cluster_weights", 1e-13, shapes, logarithms, [cluster_weights_ndarray, cluster_weights_bcast]);
    let points = |(n, k, d), r: &mut Random| (r.matrix((n, d), 0.0..9.0), r.matrix((k, d), 0.0..9.0));
    places.value("nearest", 1e-12, [(150, 3, 4), (5000, 16, 16)], points, [nearest_ndarray, nearest_bcast]);
    let centroids = |(k, d), r: &mut Random| {
        let counts = Array1::from_shape_simple_fn(k, || 2 + r.below(99));
        (r.matrix((k, d), 0.0..9.0), r.matrix((k, d), 0.0..9.0), counts)
    };
    let forms = [move_centroids_ndarray, move_centroids_bcast];
    places.in_place("move_centroids", 0.0, [(3, 4), (256, 64)], centroids, forms);
}
