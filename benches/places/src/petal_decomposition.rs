//! petal-decomposition 0.9.0.

use std::mem::MaybeUninit;

use bcast::bcast;
use ndarray::{Array1, Array2, Axis, s};

use crate::random::Random;
use crate::table::Table;
use crate::{Matrix, Vector};

// petal-decomposition 0.9.0, src/ica.rs, `FastIca::inner_fit`: centred and transposed
fn centred_transposed_ndarray(input: &Matrix) -> Matrix {
    let means = input.mean_axis(Axis(0)).expect("samples");
    let mut x = Array2::uninit((input.ncols(), input.nrows()));
    let columns = input.lanes(Axis(0)).into_iter().zip(means.iter());
    for (mut x_row, (column, mean)) in x.lanes_mut(Axis(1)).into_iter().zip(columns) {
        for (x, input) in x_row.iter_mut().zip(column.iter()) {
            *x = MaybeUninit::new(*input - *mean);
        }
    }
    // SAFETY: the loops write every element.
    unsafe { x.assume_init() }
}

fn centred_transposed_bcast(input: &Matrix) -> Matrix {
    let input = input.t();
    bcast!(input - mean(input, axis = 1))
}

// petal-decomposition 0.9.0, src/ica.rs, `FastIca::inner_fit`: vectors over singular values
fn whitening_ndarray((u, sigma): &(Matrix, Vector)) -> Matrix {
    let n = sigma.len();
    let mut k = Array2::uninit((n, n));
    for ((u_column, sigma), mut k_row) in u.lanes(Axis(0)).into_iter().zip(sigma).zip(k.lanes_mut(Axis(1))) {
        for (u, k) in u_column.iter().take(n).zip(k_row.iter_mut()) {
            *k = MaybeUninit::new(*u / *sigma);
        }
    }
    // SAFETY: the loops write every element.
    unsafe { k.assume_init() }
}

fn whitening_bcast((u, sigma): &(Matrix, Vector)) -> Matrix {
    bcast!(u / sigma).reversed_axes()
}

// petal-decomposition 0.9.0, src/ica.rs, `logcosh`
fn logcosh_ndarray(input: &Matrix) -> (Matrix, Vector) {
    let mut input = input.to_owned();
    for x in &mut input {
        *x = x.tanh();
    }
    let columns = input.ncols() as f64;
    let means = input.lanes(Axis(1)).into_iter().map(|row| row.iter().map(|&x| 1.0 - x * x).sum::<f64>() / columns);
    let means = means.collect();
    (input, means)
}

fn logcosh_bcast(input: &Matrix) -> (Matrix, Vector) {
    bcast!(
        {
            let g = input.tanh();
            (g, mean(1.0 - g * g, axis = 1))
        },
        unzip
    )
}

// petal-decomposition 0.9.0, src/ica.rs, `ica_par`: the next weights
fn next_weights_ndarray((product, w, g): &(Matrix, Matrix, Vector)) -> Matrix {
    let (mut product, share) = (product.to_owned(), 1.0 / 1000.0);
    for (mut row, (&g, w_row)) in product.lanes_mut(Axis(1)).into_iter().zip(g.iter().zip(w.lanes(Axis(1)))) {
        for (x, w) in row.iter_mut().zip(w_row.iter()) {
            *x = *x * share - g * *w;
        }
    }
    product
}

fn next_weights_bcast((product, w, g): &(Matrix, Matrix, Vector)) -> Matrix {
    let share = 1.0 / 1000.0;
    bcast!(product * share - g * w, axis(g) = 0)
}

// petal-decomposition 0.9.0, src/ica.rs, `ica_par`: how far the weights moved
fn movement_ndarray((new, old): &(Matrix, Matrix)) -> f64 {
    let mut limit = 0.0;
    let rows = new.lanes(Axis(1)).into_iter().zip(old.lanes(Axis(0)));
    for d in rows.map(|(row, column)| (row.dot(&column).abs() - 1.0).abs()) {
        if d > limit {
            limit = d;
        }
    }
    limit
}

fn movement_bcast((new, old): &(Matrix, Matrix)) -> f64 {
    let old = old.t();
    bcast!(max((sum(new * old, axis = 1).abs() - 1.0).abs(), axis = 0))
}

// petal-decomposition 0.9.0, src/ica.rs, `symmetric_decorrelation`: vectors over the roots of the values
fn decorrelation_ndarray((values, vectors): &(Vector, Matrix)) -> Matrix {
    let mut vectors = vectors.to_owned();
    let inverse: Array1<f64> = values.iter().map(|value| 1.0 / value.sqrt()).collect();
    for mut row in vectors.lanes_mut(Axis(1)) {
        for (x, inverse) in row.iter_mut().zip(inverse.iter()) {
            *x *= *inverse;
        }
    }
    vectors
}

fn decorrelation_bcast((values, vectors): &(Vector, Matrix)) -> Matrix {
    bcast!({
        let inverse = 1.0 / values.sqrt();
        vectors * inverse
    })
}

// petal-decomposition 0.9.0, src/pca.rs, `transform_with_u`
fn components_ndarray((u, singular): &(Matrix, Vector)) -> Matrix {
    let n = singular.len();
    let mut y = Array2::uninit((u.nrows(), n));
    for (y_row, u_row) in y.lanes_mut(Axis(1)).into_iter().zip(u.slice(s![.., 0..n]).lanes(Axis(1))) {
        for ((y, u), sigma) in y_row.into_iter().zip(u_row).zip(singular) {
            *y = MaybeUninit::new(*u * *sigma);
        }
    }
    // SAFETY: the loops write every element.
    unsafe { y.assume_init() }
}

fn components_bcast((u, singular): &(Matrix, Vector)) -> Matrix {
    let u = u.slice(s![.., ..singular.len()]);
    bcast!(u * singular)
}

// petal-decomposition 0.9.0, src/pca.rs, `svd_flip`
fn flip_ndarray((u, v): &mut (Matrix, Matrix)) {
    for (column, row) in u.lanes_mut(Axis(0)).into_iter().zip(v.lanes_mut(Axis(1))) {
        let mut largest = column[0].abs();
        let mut sign = column[0].signum();
        for x in column.iter().skip(1) {
            if x.abs() <= largest {
                continue;
            }
            largest = x.abs();
            sign = x.signum();
        }
        if sign < 0.0 {
            for x in column {
                *x *= sign;
            }
            for x in row {
                *x *= sign;
            }
        }
    }
}

fn flip_bcast((u, v): &mut (Matrix, Matrix)) {
    let sign = bcast!(if max(u, axis = 0) < -min(u, axis = 0) { -1.0 } else { 1.0 });
    bcast!(u *= sign);
    bcast!(v *= sign, axis(sign) = 0);
}

// petal-decomposition 0.9.0, src/pca.rs, `inner_fit`: the centred input and its total variance
fn total_variance_ndarray(input: &Matrix) -> (Matrix, f64) {
    let means = input.mean_axis(Axis(0)).expect("samples");
    let x = input - &means;
    let variance = x.iter().fold(0.0, |sum, &x| sum + x * x);
    (x, variance)
}

fn total_variance_bcast(input: &Matrix) -> (Matrix, f64) {
    let x = bcast!(input - mean(input, axis = 0));
    let variance = bcast!(sum(x * x, axis = ..));
    (x, variance)
}

// petal-decomposition 0.9.0, src/pca.rs, `explained_variance_ratio`
fn explained_variance_ndarray((singular, total): &(Vector, f64)) -> Vector {
    let mut variance = singular * singular;
    variance /= *total;
    variance
}

fn explained_variance_bcast((singular, total): &(Vector, f64)) -> Vector {
    bcast!(singular * singular / total)
}

/// Measures all places of the crate.
pub fn measure(table: &mut Table) {
    let mut places = table.of("petal-decomposition", include_str!("petal_decomposition.rs"));
    let (shapes, squares) = ([(150, 4), (20_000, 16)], [4, 128]);
    let matrix = |shape, r: &mut Random| r.matrix(shape, 0.0..9.0);
    let forms = [centred_transposed_ndarray, centred_transposed_bcast];
    places.value("centred_transposed", 1e-12, shapes, matrix, forms);
    let eigen = |n, r: &mut Random| (r.vector(n, 0.5..9.0), r.matrix((n, n), -1.0..1.0));
    let singular = |n, r: &mut Random| (r.matrix((n, n), -1.0..1.0), r.vector(n, 0.5..9.0));
    places.value("whitening", 0.0, squares, singular, [whitening_ndarray, whitening_bcast]);
    let wide = |(n, m), r: &mut Random| r.matrix((m, n), -2.0..2.0);
    places.value("logcosh", 1e-12, shapes, wide, [logcosh_ndarray, logcosh_bcast]);
    let weights = |n, r: &mut Random| (r.matrix((n, n), -9.0..9.0), r.matrix((n, n), -1.0..1.0), r.vector(n, 0.0..1.0));
    places.value("next_weights", 0.0, squares, weights, [next_weights_ndarray, next_weights_bcast]);
    let pair = |n, r: &mut Random| (r.matrix((n, n), -1.0..1.0), r.matrix((n, n), -1.0..1.0));
    places.value("movement", 1e-12, squares, pair, [movement_ndarray, movement_bcast]);
    places.value("decorrelation", 0.0, squares, eigen, [decorrelation_ndarray, decorrelation_bcast]);
    let scores = |(n, m), r: &mut Random| (r.matrix((n, 2 * m), -1.0..1.0), r.vector(m, 0.5..9.0));
    places.value("components", 0.0, shapes, scores, [components_ndarray, components_bcast]);
    let factors = |(n, m), r: &mut Random| (r.matrix((n, m), -1.0..1.0), r.matrix((m, 64), -1.0..1.0));
    places.in_place("flip", 0.0, shapes, factors, [flip_ndarray, flip_bcast]);
    places.value("total_variance", 1e-11, shapes, matrix, [total_variance_ndarray, total_variance_bcast]);
    let singular = |n, r: &mut Random| (r.vector(n, 0.5..9.0), 99.0);
    let forms = [explained_variance_ndarray, explained_variance_bcast];
    places.value("explained_variance", 0.0, [4, 500], singular, forms);
}
