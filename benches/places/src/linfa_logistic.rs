//! linfa-logistic 0.8.1. The products with the weights are left out: `z` is `x.dot(params) + intercept`.

use bcast::bcast;
use ndarray::{Array1, Axis, Zip};

use crate::random::Random;
use crate::table::Table;
use crate::{Matrix, Vector};

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

fn log_logistic(x: f64) -> f64 {
    if x > 0.0 { -(1.0 + (-x).exp()).ln() } else { x - (1.0 + x.exp()).ln() }
}

// linfa-logistic 0.8.1, src/lib.rs., `log_sum_exp`
fn log_sum_exp_ndarray(m: &Matrix) -> Vector {
    let max = m.iter().copied().reduce(f64::max).expect("elements");
    let reduced = m.fold_axis(Axis(1), 0.0, |sum, x| *sum + (*x - max).exp());
    reduced.mapv_into(|e| e.max(1e-15).ln() + max)
}

fn log_sum_exp_bcast(m: &Matrix) -> Vector {
    bcast!({
        let max = max(m, axis = ..);
        sum((m - max).exp(), axis = 1).max(1e-15).ln() + max
    })
}

// linfa-logistic 0.8.1, src/lib.rs., `MultiFittedLogisticRegression::predict_probabilities` and `softmax_inplace`
fn softmax_ndarray(z: &mut Matrix) {
    z.rows_mut().into_iter().for_each(|mut row| {
        let max = row.iter().copied().reduce(f64::max).expect("elements");
        row.mapv_inplace(|x| (x - max).exp());
        let sum = row.sum();
        row.mapv_inplace(|x| x / sum);
    });
}

fn softmax_bcast(z: &mut Matrix) {
    bcast!(
        z = {
            let e = (z - max(z, axis = 1)).exp();
            e / sum(e, axis = 1)
        }
    );
}

// linfa-logistic 0.8.1, src/lib.rs., `logistic_loss`
fn loss_ndarray((z, y, params): &(Vector, Vector, Vector)) -> f64 {
    let mut yz = z.to_owned() * y;
    yz.mapv_inplace(log_logistic);
    -yz.sum() + 0.5 * 0.1 * params.dot(params)
}

fn loss_bcast((z, y, params): &(Vector, Vector, Vector)) -> f64 {
    let penalty = bcast!(0.5 * 0.1 * sum(params * params, axis = ..));
    bcast!({
        let v = z * y;
        let likelihood = if v > 0.0 { -(1.0 + (-v).exp()).ln() } else { v - (1.0 + v.exp()).ln() };
        penalty - sum(likelihood, axis = ..)
    })
}

// linfa-logistic 0.8.1, src/lib.rs., `logistic_grad`: the factor of the product, and the gradient of the intercept
fn gradient_ndarray((z, y): &(Vector, Vector)) -> (Vector, f64) {
    let mut yz = z.to_owned() * y;
    yz.mapv_inplace(logistic);
    yz -= 1.0;
    yz *= y;
    let sum = yz.sum();
    (yz, sum)
}

fn gradient_bcast((z, y): &(Vector, Vector)) -> (Vector, f64) {
    bcast!(
        {
            let g = (1.0 / (1.0 + (-z * y).exp()) - 1.0) * y;
            (g, sum(g, axis = ..))
        },
        unzip
    )
}

// linfa-logistic 0.8.1, src/lib.rs., `FittedLogisticRegression::predict_probabilities`
fn probabilities_ndarray((z, intercept): &(Vector, f64)) -> Vector {
    let mut probabilities = z.to_owned() + *intercept;
    probabilities.mapv_inplace(logistic);
    probabilities
}

fn probabilities_bcast((z, intercept): &(Vector, f64)) -> Vector {
    bcast!(1.0 / (1.0 + (-(z + intercept)).exp()))
}

// linfa-logistic 0.8.1, src/lib.rs., `multi_logistic_prob_params`
fn log_probabilities_ndarray(h: &Matrix) -> Matrix {
    h - log_sum_exp_ndarray(h).into_shape_with_order((h.nrows(), 1)).expect("a column")
}

fn log_probabilities_bcast(h: &Matrix) -> Matrix {
    let norm = log_sum_exp_bcast(h);
    bcast!(h - norm, axis(norm) = 0)
}

// linfa-logistic 0.8.1, src/lib.rs., `multi_logistic_loss` and `elem_dot`
fn multi_loss_ndarray((log_prob, y, params): &(Matrix, Matrix, Matrix)) -> f64 {
    let elem_dot = |a: &Matrix, b: &Matrix| Zip::from(a).and(b).fold(0.0, |sum, &a, &b| sum + a * b);
    -elem_dot(log_prob, y) + 0.5 * 0.1 * elem_dot(params, params)
}

fn multi_loss_bcast((log_prob, y, params): &(Matrix, Matrix, Matrix)) -> f64 {
    let penalty = bcast!(0.5 * 0.1 * sum(params * params, axis = ..));
    bcast!(penalty - sum(log_prob * y, axis = ..))
}

// linfa-logistic 0.8.1, src/lib.rs., `multi_logistic_grad`: the factor of the product, and the gradient of the
// intercepts
fn multi_gradient_ndarray((log_prob, y): &(Matrix, Matrix)) -> (Matrix, Vector) {
    let prob = log_prob.to_owned().mapv_into(f64::exp);
    let diff = prob - y;
    let sums = diff.sum_axis(Axis(0));
    (diff, sums)
}

fn multi_gradient_bcast((log_prob, y): &(Matrix, Matrix)) -> (Matrix, Vector) {
    bcast!(
        {
            let diff = log_prob.exp() - y;
            (diff, sum(diff, axis = 0))
        },
        unzip
    )
}

// linfa-logistic 0.8.1, src/lib.rs., `MultiFittedLogisticRegression::predict_inplace`
fn classes_ndarray(z: &Matrix) -> Array1<usize> {
    let mut classes = Array1::zeros(z.nrows());
    Zip::from(z.rows()).and(&mut classes).for_each(|row, class| {
        let best =
            row.indexed_iter().fold((0, f64::NEG_INFINITY), |best, (k, &z)| if z > best.1 { (k, z) } else { best });
        *class = best.0;
    });
    classes
}

fn classes_bcast(z: &Matrix) -> Array1<usize> {
    bcast!(argmax(z, axis = 1))
}

// linfa-logistic 0.8.1, src/lib.rs., `validate_data`
fn is_finite_ndarray((x, y): &(Matrix, Vector)) -> usize {
    let invalid = x.iter().any(|x| !x.is_finite()) || y.iter().any(|y| !y.is_finite());
    usize::from(!invalid)
}

fn is_finite_bcast((x, y): &(Matrix, Vector)) -> usize {
    usize::from(bcast!(all(x.is_finite(), axis = ..)) && bcast!(all(y.is_finite(), axis = ..)))
}

/// Measures all places of the crate.
pub fn measure(table: &mut Table) {
    let mut places = table.of("linfa-logistic", include_str!("linfa_logistic.rs"));
    let (lengths, shapes) = ([150, 50_000], [(150, 3), (20_000, 10)]);
    let matrix = |shape, r: &mut Random| r.matrix(shape, -4.0..4.0);
    let sign = |r: &mut Random| if r.below(2) == 0 { 1.0 } else { -1.0 };
    let labels = |n, r: &mut Random| (r.vector(n, -4.0..4.0), Vector::from_shape_simple_fn(n, || sign(r)));
    places.value("log_sum_exp", 1e-13, shapes, matrix, [log_sum_exp_ndarray, log_sum_exp_bcast]);
    places.in_place("softmax", 1e-13, shapes, matrix, [softmax_ndarray, softmax_bcast]);
    let with_params = |n, r: &mut Random| {
        let (z, y) = labels(n, r);
        (z, y, r.vector(16, -1.0..1.0))
    };
    places.value("loss", 1e-12, lengths, with_params, [loss_ndarray, loss_bcast]);
    places.value("gradient", 1e-11, lengths, labels, [gradient_ndarray, gradient_bcast]);
    let predictor = |n, r: &mut Random| (r.vector(n, -4.0..4.0), 0.5);
    places.value("probabilities", 1e-14, lengths, predictor, [probabilities_ndarray, probabilities_bcast]);
    places.value("log_probabilities", 1e-13, shapes, matrix, [log_probabilities_ndarray, log_probabilities_bcast]);
    let one_hot = |shape, r: &mut Random| {
        let y = Matrix::from_shape_simple_fn(shape, || r.below(2) as f64);
        (r.matrix(shape, -4.0..0.0), y)
    };
    let with_params = |shape: (usize, usize), r: &mut Random| {
        let (z, y) = one_hot(shape, r);
        (z, y, r.matrix((16, shape.1), -1.0..1.0))
    };
    places.value("multi_loss", 1e-12, shapes, with_params, [multi_loss_ndarray, multi_loss_bcast]);
    places.value("multi_gradient", 1e-12, shapes, one_hot, [multi_gradient_ndarray, multi_gradient_bcast]);
    places.value("classes", 0.0, shapes, matrix, [classes_ndarray, classes_bcast]);
    let data = |shape: (usize, usize), r: &mut Random| (r.matrix(shape, -4.0..4.0), r.vector(shape.0, -1.0..1.0));
    places.value("is_finite", 0.0, shapes, data, [is_finite_ndarray, is_finite_bcast]);
}
