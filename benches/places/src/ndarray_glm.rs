//! ndarray-glm 0.1.0.

use std::ops::{AddAssign, DivAssign, MulAssign, SubAssign};

use bcast::bcast;
use ndarray::{Axis, Zip, s};

use crate::random::Random;
use crate::table::Table;
use crate::{Matrix, Vector};

const RHO: f64 = 1.5;

// ndarray-glm 0.1.0, src/data.rs, `Standardizer::from_dataset`
fn standardizer_ndarray((x, weights): &(Matrix, Vector)) -> (Vector, Vector) {
    let weights_1 = weights.to_owned();
    let sum_weights = weights_1.sum();
    let weights = weights_1.clone().insert_axis(Axis(1));
    let effective = sum_weights * sum_weights / (&weights_1 * &weights_1).sum();
    let x_w = &weights * x;
    let means = x_w.sum_axis(Axis(0)) / sum_weights;
    let dx = x - means.clone();
    let dx2 = dx.mapv_into(|d| d * d);
    let dx2_w = weights * dx2;
    let vars = dx2_w.sum_axis(Axis(0)) / sum_weights * (effective / (effective - 1.0));
    let scales = vars.mapv(|v| if v > 0.0 { v } else { 1.0 }).mapv(f64::sqrt);
    (means, scales)
}

fn standardizer_bcast((x, weights): &(Matrix, Vector)) -> (Vector, Vector) {
    bcast!(
        {
            let total = sum(weights, axis = 0);
            let effective = total * total / sum(weights * weights, axis = 0);
            let m = sum(x * weights, axis = 0) / total;
            let variance = sum((x - m) * (x - m) * weights, axis = 0) / total * (effective / (effective - 1.0));
            (m, if variance > 0.0 { variance.sqrt() } else { 1.0 })
        },
        unzip,
        axis(weights) = 0
    )
}

// ndarray-glm 0.1.0, src/data.rs, `Standardizer::transform_inplace`
fn standardize_ndarray((x, shifts, scales): &mut (Matrix, Vector, Vector)) {
    x.sub_assign(&*shifts);
    x.div_assign(&*scales);
}

fn standardize_bcast((x, shifts, scales): &mut (Matrix, Vector, Vector)) {
    bcast!(x = (x - shifts) / scales);
}

// ndarray-glm 0.1.0, src/data.rs, `Standardizer::inverse_transform`
fn unstandardize_ndarray((x, shifts, scales): &(Matrix, Vector, Vector)) -> Matrix {
    (x.to_owned() * scales) + shifts
}

fn unstandardize_bcast((x, shifts, scales): &(Matrix, Vector, Vector)) -> Matrix {
    bcast!(x * scales + shifts)
}

// ndarray-glm 0.1.0, src/data.rs, `Standardizer::inverse_transform_fisher`
fn fisher_ndarray((fisher, shifts, scales): &(Matrix, Vector, Vector)) -> Matrix {
    let mut fisher = fisher.to_owned();
    let f00 = fisher[[0, 0]];
    let block_mult = scales.clone().insert_axis(Axis(1)) * scales.t();
    fisher.slice_mut(s![1.., 1..]).mul_assign(&block_mult);
    fisher.slice_mut(s![1.., 0]).mul_assign(scales);
    fisher.slice_mut(s![0, 1..]).mul_assign(scales);
    let f00_mu = shifts.clone() * f00;
    let row0 = fisher.slice(s![0, 1..]).to_owned().insert_axis(Axis(0));
    let col0 = fisher.slice(s![1.., 0]).to_owned().insert_axis(Axis(1));
    let mu_col = shifts.clone().insert_axis(Axis(1));
    let mu_row = shifts.clone().insert_axis(Axis(0));
    let block_terms = &mu_col * &row0 + &col0 * &mu_row + &mu_col * &f00_mu.clone().insert_axis(Axis(0));
    fisher.slice_mut(s![1.., 1..]).add_assign(&block_terms);
    fisher.slice_mut(s![1.., 0]).add_assign(&f00_mu);
    fisher.slice_mut(s![0, 1..]).add_assign(&f00_mu);
    fisher
}

fn fisher_bcast((fisher, shifts, scales): &(Matrix, Vector, Vector)) -> Matrix {
    let mut fisher = fisher.to_owned();
    let f00 = fisher[[0, 0]];
    bcast!(fisher.slice_mut(s![1.., 0]) *= scales);
    bcast!(fisher.slice_mut(s![0, 1..]) *= scales);
    let (row, column) = (fisher.slice(s![0, 1..]).to_owned(), fisher.slice(s![1.., 0]).to_owned());
    let (other_scales, other_shifts) = (&scales, &shifts);
    bcast!(
        fisher.slice_mut(s![1.., 1..]) *= scales * other_scales,
        mode = named,
        where fisher.slice_mut(s![1.., 1..]): [I, J], scales: [I], other_scales: [J]
    );
    bcast!(
        fisher.slice_mut(s![1.., 1..]) += shifts * row + column * other_shifts + shifts * (other_shifts * f00),
        axis(shifts) = 0,
        axis(column) = 0
    );
    bcast!(fisher.slice_mut(s![1.., 0]) += shifts * f00);
    bcast!(fisher.slice_mut(s![0, 1..]) += shifts * f00);
    fisher
}

// ndarray-glm 0.1.0, src/data.rs, `Standardizer::inverse_transform_fisher_no_int`
fn plain_fisher_ndarray((fisher, scales): &(Matrix, Vector)) -> Matrix {
    let std = scales.to_owned().insert_axis(Axis(0));
    fisher.to_owned() * std.t() * std
}

fn plain_fisher_bcast((fisher, scales): &(Matrix, Vector)) -> Matrix {
    let rows = scales;
    bcast!(fisher * rows * scales, axis(rows) = 0)
}

// ndarray-glm 0.1.0, src/data.rs, `Standardizer::inverse_transform_score`
fn score_ndarray((score, shifts, scales): &(Vector, Vector, Vector)) -> Vector {
    let mut score = score.to_owned();
    let s0 = score[0];
    score.slice_mut(s![1..]).mul_assign(scales);
    score.slice_mut(s![1..]).add_assign(&(shifts.clone() * s0));
    score
}

fn score_bcast((score, shifts, scales): &(Vector, Vector, Vector)) -> Vector {
    let (mut score, s0) = (score.to_owned(), score[0]);
    let mut rest = score.slice_mut(s![1..]);
    bcast!(rest = rest * scales + shifts * s0);
    score
}

// ndarray-glm 0.1.0, src/data.rs, `Standardizer::inverse_transform_coefficients`
fn coefficients_ndarray((beta, shifts, scales): &(Vector, Vector, Vector)) -> Vector {
    let mut beta = beta.to_owned();
    beta.slice_mut(s![1..]).div_assign(scales);
    let intercept_adjust = (shifts.clone() * beta.slice(s![1..])).sum();
    beta[0] -= intercept_adjust;
    beta
}

fn coefficients_bcast((beta, shifts, scales): &(Vector, Vector, Vector)) -> Vector {
    let mut beta = beta.to_owned();
    bcast!(beta.slice_mut(s![1..]) /= scales);
    let rest = beta.slice(s![1..]);
    beta[0] -= bcast!(sum(shifts * rest, axis = ..));
    beta
}

// ndarray-glm 0.1.0, src/data.rs, `Dataset::x_conj`
fn weighted_transpose_ndarray((x, freqs, weights): &(Matrix, Vector, Vector)) -> Matrix {
    let xt = x.t().to_owned();
    let xt = xt * freqs;
    xt * weights
}

fn weighted_transpose_bcast((x, freqs, weights): &(Matrix, Vector, Vector)) -> Matrix {
    let x = x.t();
    bcast!(x * freqs * weights)
}

// ndarray-glm 0.1.0, src/data.rs, `Dataset::n_eff`
fn effective_number_ndarray((freqs, weights): &(Vector, Vector)) -> f64 {
    let v1 = (freqs * weights.clone()).sum();
    let w2 = weights * weights;
    let v2 = (freqs * w2.clone()).sum();
    v1 * v1 / v2
}

fn effective_number_bcast((freqs, weights): &(Vector, Vector)) -> f64 {
    bcast!({
        let v1 = sum(freqs * weights, axis = ..);
        v1 * v1 / sum(freqs * weights * weights, axis = ..)
    })
}

// ndarray-glm 0.1.0, src/regularization.rs, `soft_thresh`
fn soft_threshold_ndarray((x, lambda): &(Vector, Vector)) -> Vector {
    let sign = x.mapv(f64::signum);
    let absolute = x.mapv(f64::abs);
    let reduced = absolute - lambda;
    let clipped = reduced.mapv(|x| if x < 0.0 { 0.0 } else { x });
    sign * clipped
}

fn soft_threshold_bcast((x, lambda): &(Vector, Vector)) -> Vector {
    bcast!(x.signum() * (x.abs() - lambda).max(0.0))
}

// ndarray-glm 0.1.0, src/regularization.rs, `Lasso::prepare`
fn prepare_ndarray((beta, l1, dual, residual): &(Vector, Vector, Vector, Vector)) -> (Vector, Vector, f64, f64) {
    let (old, mut residual) = (dual.clone(), residual.clone());
    let dual = soft_threshold_ndarray(&(beta + &residual, l1 / RHO));
    let r = beta - &dual;
    let s = (&dual - old) * RHO;
    residual += &r;
    let (r_sq, s_sq) = (r.mapv(|r| r * r).sum(), s.mapv(|s| s * s).sum());
    (dual, residual, r_sq, s_sq)
}

fn prepare_bcast((beta, l1, dual, residual): &(Vector, Vector, Vector, Vector)) -> (Vector, Vector, f64, f64) {
    bcast!(
        {
            let x = beta + residual;
            let new = x.signum() * (x.abs() - l1 / RHO).max(0.0);
            let r = beta - new;
            let s = (new - dual) * RHO;
            (new, residual + r, sum(r * r, axis = ..), sum(s * s, axis = ..))
        },
        unzip
    )
}

// ndarray-glm 0.1.0, src/regularization.rs, `ElasticNet::likelihood`
fn penalty_ndarray((beta, l1, l2): &(Vector, Vector, Vector)) -> f64 {
    -(l1 * beta.mapv(f64::abs)).sum() - 0.5 * (l2 * &beta.mapv(|b| b * b)).sum()
}

fn penalty_bcast((beta, l1, l2): &(Vector, Vector, Vector)) -> f64 {
    bcast!(-sum(l1 * beta.abs() + 0.5 * (l2 * beta * beta), axis = ..))
}

// ndarray-glm 0.1.0, src/regularization.rs, `ElasticNet::gradient`
fn penalty_gradient_ndarray((jac, beta, l1, l2): &(Vector, Vector, Vector, Vector)) -> Vector {
    jac.to_owned() - l1 * &beta.mapv(f64::signum) - l2 * beta
}

fn penalty_gradient_bcast((jac, beta, l1, l2): &(Vector, Vector, Vector, Vector)) -> Vector {
    bcast!(jac - l1 * beta.signum() - l2 * beta)
}

// ndarray-glm 0.1.0, src/regularization.rs, `ElasticNet::irls_mat`
fn penalty_diagonal_ndarray((matrix, l2): &mut (Matrix, Vector)) {
    let mut diagonal = matrix.diag_mut();
    diagonal += &*l2;
    diagonal += RHO;
}

fn penalty_diagonal_bcast((matrix, l2): &mut (Matrix, Vector)) {
    let mut diagonal = matrix.diag_mut();
    bcast!(diagonal = diagonal + l2 + RHO);
}

// ndarray-glm 0.1.0, src/response/logistic.rs, `Cloglog::d_nat_param`
fn cloglog_derivative_ndarray(z: &Vector) -> Vector {
    let negative = -z.mapv(f64::exp);
    &negative / &negative.mapv(f64::exp_m1)
}

fn cloglog_derivative_bcast(z: &Vector) -> Vector {
    bcast!({
        let negative = -z.exp();
        negative / negative.exp_m1()
    })
}

// ndarray-glm 0.1.0, src/response/logistic.rs, `log_like_natural`, of all observations
fn log_likelihood_ndarray((y, logit, weights): &(Vector, Vector, Vector)) -> f64 {
    let terms = Zip::from(y).and(logit).map_collect(|&y, &logit| {
        let (y, x) = if logit < 0.0 { (y, logit) } else { (1.0 - y, -logit) };
        y * x - x.exp().ln_1p()
    });
    (weights * terms).sum()
}

fn log_likelihood_bcast((y, logit, weights): &(Vector, Vector, Vector)) -> f64 {
    bcast!({
        let x = -logit.abs();
        let y = if logit < 0.0 { y } else { 1.0 - y };
        sum(weights * (y * x - x.exp().ln_1p()), axis = ..)
    })
}

// ndarray-glm 0.1.0, src/fit.rs, `cooks`
fn cooks_ndarray((residuals, leverage): &(Vector, Vector)) -> Vector {
    let squares = residuals.mapv(|r| r * r);
    let h_terms = leverage.to_owned().mapv_into(|h| {
        let rest = 1.0 - h;
        h / (rest * rest)
    });
    squares * h_terms / (4.0 * RHO)
}

fn cooks_bcast((residuals, leverage): &(Vector, Vector)) -> Vector {
    bcast!(residuals * residuals * (leverage / ((1.0 - leverage) * (1.0 - leverage))) / (4.0 * RHO))
}

// ndarray-glm 0.1.0, src/fit.rs, `deviance_terms_loo`
fn left_out_ndarray((deviance, residuals, leverage): &(Vector, Vector, Vector)) -> Vector {
    let squares = residuals.mapv(|r| r * r);
    let ratio = leverage.mapv(|h| h / (1.0 - h));
    deviance + &ratio * (&ratio + 2.0) * squares
}

fn left_out_bcast((deviance, residuals, leverage): &(Vector, Vector, Vector)) -> Vector {
    bcast!({
        let ratio = leverage / (1.0 - leverage);
        deviance + ratio * (ratio + 2.0) * (residuals * residuals)
    })
}

/// Measures all places of the crate.
pub fn measure(table: &mut Table) {
    let mut places = table.of("ndarray-glm", include_str!("ndarray_glm.rs"));
    let (lengths, shapes) = ([150, 50_000], [(150, 4), (20_000, 16)]);
    let weighted = |shape: (usize, usize), r: &mut Random| (r.matrix(shape, 0.0..9.0), r.vector(shape.0, 0.5..1.5));
    let scaled = |shape: (usize, usize), r: &mut Random| {
        (r.matrix(shape, 0.0..9.0), r.vector(shape.1, 0.5..1.5), r.vector(shape.1, 1.2..2.0))
    };
    places.value("standardizer", 1e-11, shapes, weighted, [standardizer_ndarray, standardizer_bcast]);
    places.in_place("standardize", 0.0, shapes, scaled, [standardize_ndarray, standardize_bcast]);
    places.value("unstandardize", 0.0, shapes, scaled, [unstandardize_ndarray, unstandardize_bcast]);
    let information =
        |n, r: &mut Random| (r.matrix((n + 1, n + 1), -9.0..9.0), r.vector(n, 0.5..1.5), r.vector(n, 1.2..2.0));
    places.value("fisher", 1e-14, [4, 128], information, [fisher_ndarray, fisher_bcast]);
    let information = |n, r: &mut Random| (r.matrix((n, n), -9.0..9.0), r.vector(n, 1.2..2.0));
    places.value("plain_fisher", 0.0, [4, 128], information, [plain_fisher_ndarray, plain_fisher_bcast]);
    let score = |n, r: &mut Random| (r.vector(n + 1, -9.0..9.0), r.vector(n, 0.5..1.5), r.vector(n, 1.2..2.0));
    places.value("score", 0.0, [4, 5000], score, [score_ndarray, score_bcast]);
    places.value("coefficients", 1e-11, [4, 5000], score, [coefficients_ndarray, coefficients_bcast]);
    let weights = |shape: (usize, usize), r: &mut Random| {
        (r.matrix(shape, 0.0..9.0), r.vector(shape.0, 1.0..9.0), r.vector(shape.0, 0.5..1.5))
    };
    let forms = [weighted_transpose_ndarray, weighted_transpose_bcast];
    places.value("weighted_transpose", 0.0, shapes, weights, forms);
    let two = |n, r: &mut Random| (r.vector(n, 0.01..0.99), r.vector(n, 0.01..0.99));
    let three = |n, r: &mut Random| (r.vector(n, -2.0..2.0), r.vector(n, 0.1..0.9), r.vector(n, 0.1..0.9));
    let four = |n, r: &mut Random| {
        (r.vector(n, -2.0..2.0), r.vector(n, -1.0..1.0), r.vector(n, 0.1..0.9), r.vector(n, 0.1..0.9))
    };
    places.value("effective_number", 1e-12, lengths, two, [effective_number_ndarray, effective_number_bcast]);
    places.value("soft_threshold", 0.0, [16, 5000], two, [soft_threshold_ndarray, soft_threshold_bcast]);
    places.value("prepare", 1e-11, [16, 5000], four, [prepare_ndarray, prepare_bcast]);
    places.value("penalty", 1e-12, [16, 5000], three, [penalty_ndarray, penalty_bcast]);
    places.value("penalty_gradient", 0.0, [16, 5000], four, [penalty_gradient_ndarray, penalty_gradient_bcast]);
    let matrix = |n, r: &mut Random| (r.matrix((n, n), 0.0..9.0), r.vector(n, 0.1..0.9));
    places.in_place("penalty_diagonal", 1e-15, [4, 512], matrix, [penalty_diagonal_ndarray, penalty_diagonal_bcast]);
    let predictor = |n, r: &mut Random| r.vector(n, -4.0..2.0);
    let forms = [cloglog_derivative_ndarray, cloglog_derivative_bcast];
    places.value("cloglog_derivative", 1e-14, lengths, predictor, forms);
    let likelihood = |n, r: &mut Random| (r.vector(n, 0.0..1.0), r.vector(n, -4.0..4.0), r.vector(n, 0.5..1.5));
    places.value("log_likelihood", 1e-12, lengths, likelihood, [log_likelihood_ndarray, log_likelihood_bcast]);
    places.value("cooks", 0.0, lengths, two, [cooks_ndarray, cooks_bcast]);
    let deviance = |n, r: &mut Random| (r.vector(n, 0.0..9.0), r.vector(n, -2.0..2.0), r.vector(n, 0.01..0.9));
    places.value("left_out", 0.0, lengths, deviance, [left_out_ndarray, left_out_bcast]);
}
