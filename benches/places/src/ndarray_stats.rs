//! ndarray-stats 0.6.0.

use bcast::bcast;
use ndarray::{Array, Array2, Axis, Zip};

use crate::random::Random;
use crate::table::Table;
use crate::{Matrix, Vector};

// ndarray-stats 0.6.0, src/deviation.rs, `count_eq`
fn count_eq_ndarray((a, b): &(Array2<u8>, Array2<u8>)) -> usize {
    let mut count = 0;
    Zip::from(a).and(b).for_each(|a, b| {
        if a == b {
            count += 1;
        }
    });
    count
}

fn count_eq_bcast((a, b): &(Array2<u8>, Array2<u8>)) -> usize {
    bcast!(count(a == b, axis = ..))
}

// ndarray-stats 0.6.0, src/deviation.rs, `sq_l2_dist`
fn squared_distance_ndarray((a, b): &(Vector, Vector)) -> f64 {
    let mut result = 0.0;
    Zip::from(a).and(b).for_each(|a, b| {
        let diff = a - b;
        result += diff * diff;
    });
    result
}

fn squared_distance_bcast((a, b): &(Vector, Vector)) -> f64 {
    bcast!(sum((a - b) * (a - b), axis = ..))
}

// ndarray-stats 0.6.0, src/deviation.rs, `l1_dist`
fn l1_distance_ndarray((a, b): &(Vector, Vector)) -> f64 {
    let mut result = 0.0;
    Zip::from(a).and(b).for_each(|a, b| result += (a - b).abs());
    result
}

fn l1_distance_bcast((a, b): &(Vector, Vector)) -> f64 {
    bcast!(sum((a - b).abs(), axis = ..))
}

// ndarray-stats 0.6.0, src/deviation.rs, `linf_dist`
fn largest_distance_ndarray((a, b): &(Vector, Vector)) -> f64 {
    let mut max = 0.0;
    Zip::from(a).and(b).for_each(|a, b| {
        let diff = (a - b).abs();
        if diff > max {
            max = diff;
        }
    });
    max
}

fn largest_distance_bcast((a, b): &(Vector, Vector)) -> f64 {
    bcast!(max((a - b).abs(), axis = ..))
}

// ndarray-stats 0.6.0, src/deviation.rs, `peak_signal_to_noise_ratio`
fn signal_to_noise_ndarray((a, b): &(Matrix, Matrix)) -> f64 {
    let mut squares = 0.0;
    Zip::from(a).and(b).for_each(|a, b| {
        let diff = a - b;
        squares += diff * diff;
    });
    let mean = squares / a.len() as f64;
    10.0 * f64::log10(255.0 * 255.0 / mean)
}

fn signal_to_noise_bcast((a, b): &(Matrix, Matrix)) -> f64 {
    bcast!(10.0 * (255.0 * 255.0 / mean((a - b) * (a - b), axis = ..)).log10())
}

// ndarray-stats 0.6.0, src/entropy.rs, `entropy`
fn entropy_ndarray(p: &Vector) -> f64 {
    -p.mapv(|p| if p == 0.0 { 0.0 } else { p * p.ln() }).sum()
}

fn entropy_bcast(p: &Vector) -> f64 {
    bcast!(-sum(if p == 0.0 { 0.0 } else { p * p.ln() }, axis = ..))
}

// ndarray-stats 0.6.0, src/entropy.rs, `kl_divergence`
fn divergence_ndarray((p, q): &(Vector, Vector)) -> f64 {
    let mut temp = Array::zeros(p.raw_dim());
    Zip::from(&mut temp)
        .and(p)
        .and(q)
        .for_each(|result, &p, &q| *result = if p == 0.0 { 0.0 } else { p * (q / p).ln() });
    -temp.sum()
}

fn divergence_bcast((p, q): &(Vector, Vector)) -> f64 {
    bcast!(-sum(if p == 0.0 { 0.0 } else { p * (q / p).ln() }, axis = ..))
}

// ndarray-stats 0.6.0, src/entropy.rs, `cross_entropy`
fn cross_entropy_ndarray((p, q): &(Vector, Vector)) -> f64 {
    let mut temp = Array::zeros(p.raw_dim());
    Zip::from(&mut temp).and(p).and(q).for_each(|result, &p, &q| *result = if p == 0.0 { 0.0 } else { p * q.ln() });
    -temp.sum()
}

fn cross_entropy_bcast((p, q): &(Vector, Vector)) -> f64 {
    bcast!(-sum(if p == 0.0 { 0.0 } else { p * q.ln() }, axis = ..))
}

// ndarray-stats 0.6.0, src/correlation.rs, `cov`: the factor of the product
fn observations_ndarray(x: &Matrix) -> Matrix {
    let mean = x.mean_axis(Axis(1)).expect("observations");
    x - &mean.insert_axis(Axis(1))
}

fn observations_bcast(x: &Matrix) -> Matrix {
    bcast!(x - mean(x, axis = 1))
}

// ndarray-stats 0.6.0, src/correlation.rs, `pearson_correlation`, after the covariance
fn correlation_ndarray((x, covariance): &(Matrix, Matrix)) -> Matrix {
    let std = x.std_axis(Axis(1), 0.0).insert_axis(Axis(1));
    let std_matrix = std.dot(&std.t());
    covariance.to_owned() / std_matrix
}

fn correlation_bcast((x, covariance): &(Matrix, Matrix)) -> Matrix {
    let std = &bcast!({
        let d = x - mean(x, axis = 1);
        mean(d * d, axis = 1).sqrt()
    });
    let other = std;
    bcast!(covariance / (std * other), axis(std) = 0)
}

// ndarray-stats 0.6.0, src/summary_statistics/means.rs, `weighted_mean_axis`
fn weighted_mean_ndarray((x, weights): &(Matrix, Vector)) -> Vector {
    let mut sums = x.map_axis(Axis(0), |lane| lane.iter().zip(weights).fold(0.0, |sum, (&x, &w)| sum + x * w));
    let total = weights.sum();
    sums.mapv_inplace(|sum| sum / total);
    sums
}

fn weighted_mean_bcast((x, weights): &(Matrix, Vector)) -> Vector {
    bcast!(sum(x * weights, axis = 0) / sum(weights, axis = 0), axis(weights) = 0)
}

// ndarray-stats 0.6.0, src/summary_statistics/means.rs, `weighted_var_axis`, which follows the mean along each lane
fn weighted_variance_ndarray((x, weights): &(Matrix, Vector)) -> Vector {
    x.map_axis(Axis(0), |lane| {
        let (mut weight_sum, mut mean, mut s) = (0.0, 0.0, 0.0);
        for (&x, &w) in lane.iter().zip(weights.iter()) {
            weight_sum += w;
            let x_minus_mean = x - mean;
            mean += (w / weight_sum) * x_minus_mean;
            s += w * x_minus_mean * (x - mean);
        }
        s / weight_sum
    })
}

fn weighted_variance_bcast((x, weights): &(Matrix, Vector)) -> Vector {
    bcast!(
        {
            let total = sum(weights, axis = 0);
            let d = x - sum(x * weights, axis = 0) / total;
            sum(weights * d * d, axis = 0) / total
        },
        axis(weights) = 0
    )
}

// ndarray-stats 0.6.0, src/summary_statistics/means.rs, `harmonic_mean`
fn harmonic_mean_ndarray(x: &Vector) -> f64 {
    x.map(|x| x.recip()).mean().map(|x| x.recip()).expect("elements")
}

fn harmonic_mean_bcast(x: &Vector) -> f64 {
    bcast!(mean(x.recip(), axis = ..).recip())
}

// ndarray-stats 0.6.0, src/summary_statistics/means.rs, `geometric_mean`
fn geometric_mean_ndarray(x: &Vector) -> f64 {
    x.map(|x| x.ln()).mean().map(|x| x.exp()).expect("elements")
}

fn geometric_mean_bcast(x: &Vector) -> f64 {
    bcast!(mean(x.ln(), axis = ..).exp())
}

// ndarray-stats 0.6.0, src/summary_statistics/means.rs, `kurtosis`, `central_moments` and `moments`
fn kurtosis_ndarray(x: &Vector) -> f64 {
    let n = x.len() as f64;
    let mean = x.mean().expect("elements");
    let shifted = x.mapv(|x| x - mean);
    let mut moments = vec![1.0, shifted.sum() / n];
    for k in 2..=4 {
        moments.push(shifted.map(|x| x.powi(k)).sum() / n);
    }
    let correction = -moments[1];
    let second = (correction + 2.0 * moments[1]) * correction + moments[2];
    let fourth = (correction + 4.0 * moments[1]) * correction + 6.0 * moments[2];
    let fourth = (fourth * correction + 4.0 * moments[3]) * correction + moments[4];
    fourth / second.powi(2)
}

fn kurtosis_bcast(x: &Vector) -> f64 {
    bcast!({
        let d = x - mean(x, axis = ..);
        let variance = mean(d * d, axis = ..);
        mean(d * d * d * d, axis = ..) / (variance * variance)
    })
}

/// Measures all places of the crate.
pub fn measure(table: &mut Table) {
    let mut places = table.of("ndarray-stats", include_str!("ndarray_stats.rs"));
    let (lengths, shapes) = ([150, 100_000], [(150, 4), (20_000, 16)]);
    let bytes = |shape, r: &mut Random| {
        let mut matrix = || Array2::from_shape_simple_fn(shape, || r.below(4) as u8);
        (matrix(), matrix())
    };
    places.value("count_eq", 0.0, [(8, 8), (480, 640)], bytes, [count_eq_ndarray, count_eq_bcast]);
    let pair = |n, r: &mut Random| (r.vector(n, 0.1..1.0), r.vector(n, 0.1..1.0));
    places.value("squared_distance", 1e-11, lengths, pair, [squared_distance_ndarray, squared_distance_bcast]);
    places.value("l1_distance", 1e-11, lengths, pair, [l1_distance_ndarray, l1_distance_bcast]);
    places.value("largest_distance", 0.0, lengths, pair, [largest_distance_ndarray, largest_distance_bcast]);
    let images = |shape, r: &mut Random| (r.matrix(shape, 0.0..255.0), r.matrix(shape, 0.0..255.0));
    let forms = [signal_to_noise_ndarray, signal_to_noise_bcast];
    places.value("signal_to_noise", 1e-11, [(8, 8), (480, 640)], images, forms);
    let shares = |n, r: &mut Random| r.vector(n, 0.0..1.0);
    places.value("entropy", 1e-12, lengths, shares, [entropy_ndarray, entropy_bcast]);
    places.value("divergence", 1e-11, lengths, pair, [divergence_ndarray, divergence_bcast]);
    places.value("cross_entropy", 1e-12, lengths, pair, [cross_entropy_ndarray, cross_entropy_bcast]);
    let matrix = |(n, m), r: &mut Random| r.matrix((m, n), 0.0..9.0);
    places.value("observations", 1e-12, shapes, matrix, [observations_ndarray, observations_bcast]);
    let covariance = |(n, m), r: &mut Random| (r.matrix((m, n), 0.0..9.0), r.matrix((m, m), -1.0..1.0));
    places.value("correlation", 1e-12, shapes, covariance, [correlation_ndarray, correlation_bcast]);
    let weighted = |shape: (usize, usize), r: &mut Random| (r.matrix(shape, 0.0..9.0), r.vector(shape.0, 0.0..1.0));
    places.value("weighted_mean", 1e-12, shapes, weighted, [weighted_mean_ndarray, weighted_mean_bcast]);
    let forms = [weighted_variance_ndarray, weighted_variance_bcast];
    places.value("weighted_variance", 1e-11, shapes, weighted, forms);
    let positive = |n, r: &mut Random| r.vector(n, 0.5..9.0);
    places.value("harmonic_mean", 1e-12, lengths, positive, [harmonic_mean_ndarray, harmonic_mean_bcast]);
    places.value("geometric_mean", 1e-12, lengths, positive, [geometric_mean_ndarray, geometric_mean_bcast]);
    places.value("kurtosis", 1e-11, lengths, positive, [kurtosis_ndarray, kurtosis_bcast]);
}
