//! linfa-ica 0.8.1.

use bcast::bcast;
use ndarray::{Array1, Axis};

use crate::random::Random;
use crate::table::Table;
use crate::{Matrix, Vector};

const ALPHA: f64 = 1.5;

// linfa-ica 0.8.1, src/fast_ica.rs., `GFunc::cube`
fn cube_ndarray(x: &Matrix) -> (Matrix, Vector) {
    (x.mapv(|x| x.powi(3)), x.mapv(|x| 3.0 * x.powi(2)).mean_axis(Axis(1)).expect("samples"))
}

fn cube_bcast(x: &Matrix) -> (Matrix, Vector) {
    bcast!((x.powi(3), mean(3.0 * x.powi(2), axis = 1)), unzip)
}

// linfa-ica 0.8.1, src/fast_ica.rs., `GFunc::exp`
fn exp_ndarray(x: &Matrix) -> (Matrix, Vector) {
    let exp = x.mapv(|x| (-x.powi(2) / 2.0).exp());
    (x * &exp, (x.mapv(|x| 1.0 - x.powi(2)) * &exp).mean_axis(Axis(1)).expect("samples"))
}

fn exp_bcast(x: &Matrix) -> (Matrix, Vector) {
    bcast!(
        {
            let e = (-x * x / 2.0).exp();
            (x * e, mean((1.0 - x * x) * e, axis = 1))
        },
        unzip
    )
}

// linfa-ica 0.8.1, src/fast_ica.rs., `GFunc::logcosh`
fn logcosh_ndarray(x: &Matrix) -> (Matrix, Vector) {
    let g = x.mapv(|x| (x * ALPHA).tanh());
    let derivative = g.mapv(|g| ALPHA * (1.0 - g.powi(2)));
    (g, derivative.mean_axis(Axis(1)).expect("samples"))
}

fn logcosh_bcast(x: &Matrix) -> (Matrix, Vector) {
    bcast!(
        {
            let g = (x * ALPHA).tanh();
            (g, mean(ALPHA * (1.0 - g * g), axis = 1))
        },
        unzip
    )
}

// linfa-ica 0.8.1, src/fast_ica.rs., `ica_parallel`: the next weights, after the product of `gwtx`
fn next_weights_ndarray((product, w, g): &(Matrix, Matrix, Vector)) -> Matrix {
    let samples = 1000.0;
    let left = product.mapv(|x| x / samples);
    let right = w * &g.to_owned().insert_axis(Axis(1));
    left - right
}

fn next_weights_bcast((product, w, g): &(Matrix, Matrix, Vector)) -> Matrix {
    let samples = 1000.0;
    bcast!(product / samples - w * g, axis(g) = 0)
}

// linfa-ica 0.8.1, src/fast_ica.rs., `ica_parallel`: how far the weights moved
fn movement_ndarray((new, old): &(Matrix, Matrix)) -> f64 {
    let products = new.outer_iter().zip(old.outer_iter()).map(|(a, b)| a.dot(&b)).collect::<Array1<f64>>();
    let moved = products.mapv(|x| x.abs()).mapv(|x| x - 1.0).mapv(|x| x.abs());
    moved.iter().copied().reduce(f64::max).expect("components")
}

fn movement_bcast((new, old): &(Matrix, Matrix)) -> f64 {
    bcast!(max((sum(new * old, axis = 1).abs() - 1.0).abs(), axis = 0))
}

// linfa-ica 0.8.1, src/fast_ica.rs., `sym_decorrelation`: vectors over the roots of the values
fn decorrelation_ndarray((values, vectors): &(Vector, Matrix)) -> Matrix {
    let scale = values.mapv(|x| x.sqrt()).mapv(|x| {
        let lower_bound = 1e-7_f64;
        if x < lower_bound {
            return lower_bound.recip();
        }
        x.recip()
    });
    vectors * &scale.insert_axis(Axis(0))
}

fn decorrelation_bcast((values, vectors): &(Vector, Matrix)) -> Matrix {
    bcast!({
        let scale = values.sqrt().max(1e-7).recip();
        vectors * scale
    })
}

/// Measures all places of the crate.
pub fn measure(table: &mut Table) {
    let mut places = table.of("linfa-ica", include_str!("linfa_ica.rs"));
    let (shapes, squares) = ([(4, 150), (16, 10_000)], [4, 128]);
    let matrix = |shape, r: &mut Random| r.matrix(shape, -3.0..3.0);
    places.value("cube", 1e-12, shapes, matrix, [cube_ndarray, cube_bcast]);
    places.value("exp", 1e-11, shapes, matrix, [exp_ndarray, exp_bcast]);
    places.value("logcosh", 1e-12, shapes, matrix, [logcosh_ndarray, logcosh_bcast]);
    let weights = |n, r: &mut Random| (r.matrix((n, n), -9.0..9.0), r.matrix((n, n), -1.0..1.0), r.vector(n, 0.0..1.0));
    places.value("next_weights", 0.0, squares, weights, [next_weights_ndarray, next_weights_bcast]);
    let pair = |n, r: &mut Random| (r.matrix((n, n), -1.0..1.0), r.matrix((n, n), -1.0..1.0));
    places.value("movement", 1e-12, squares, pair, [movement_ndarray, movement_bcast]);
    let eigen = |n, r: &mut Random| (r.vector(n, 0.0..9.0), r.matrix((n, n), -1.0..1.0));
    places.value("decorrelation", 0.0, squares, eigen, [decorrelation_ndarray, decorrelation_bcast]);
}
