//! linfa-ftrl 0.8.1.

use bcast::bcast;
use ndarray::{Array1, Zip};

use crate::Vector;
use crate::random::Random;
use crate::table::Table;

const ALPHA: f64 = 0.05;
const BETA: f64 = 1.0;
const L1: f64 = 0.5;
const L2: f64 = 0.5;

fn proximal_weight(z: f64, n: f64) -> f64 {
    let sign = z.signum();
    if z * sign <= L1 { 0.0 } else { (sign * L1 - z) / ((n.sqrt() + BETA) / ALPHA + L2) }
}

// linfa-ftrl 0.8.1, src/algorithm.rs., `get_weights` and `apply_proximal_to_weights`
fn weights_ndarray((z, n): &(Vector, Vector)) -> Vector {
    Zip::from(z.view()).and(n.view()).map_collect(|z, n| proximal_weight(*z, *n))
}

fn weights_bcast((z, n): &(Vector, Vector)) -> Vector {
    bcast!(proximal_weight(z, n))
}

// linfa-ftrl 0.8.1, src/algorithm.rs., `calculate_sigma` and `calculate_weight_in_average`
fn sigma_ndarray((n, gradient): &(Vector, Vector)) -> Vector {
    Zip::from(n).and(gradient.view()).map_collect(|&n, &g| (f64::sqrt(n + g * g) - f64::sqrt(n)) / ALPHA)
}

fn sigma_bcast((n, gradient): &(Vector, Vector)) -> Vector {
    bcast!(((n + gradient * gradient).sqrt() - n.sqrt()) / ALPHA)
}

// linfa-ftrl 0.8.1, src/algorithm.rs., `update_params`
fn update_ndarray((z, n, gradient, sigma): &mut (Vector, Vector, Vector, Vector)) {
    let weights = Zip::from(z.view()).and(n.view()).map_collect(|z, n| proximal_weight(*z, *n));
    *z += &*gradient;
    *z -= &(sigma.to_owned() * weights);
    *n += &(&*gradient * &*gradient);
}

fn update_bcast((z, n, gradient, sigma): &mut (Vector, Vector, Vector, Vector)) {
    bcast!((z, n) = (z + gradient - sigma * proximal_weight(z, n), n + gradient * gradient));
}

// linfa-ftrl 0.8.1, src/algorithm.rs., `calculate_gradient`: the errors
fn errors_ndarray((probability, y): &(Array1<f32>, Array1<bool>)) -> Vector {
    Zip::from(probability).and(y.view()).map_collect(|p, y| {
        let truth = if *y { 1.0 } else { 0.0 };
        f64::from(*p) - truth
    })
}

fn errors_bcast((probability, y): &(Array1<f32>, Array1<bool>)) -> Vector {
    bcast!(f64::from(probability) - if y { 1.0 } else { 0.0 })
}

// linfa-ftrl 0.8.1, src/algorithm.rs., `predict_probabilities` and `stable_sigmoid`
fn probabilities_ndarray(z: &Vector) -> Array1<f32> {
    let mut z = z.to_owned();
    z.mapv_inplace(|z| {
        let z = z.clamp(-35.0, 35.0);
        if z.is_sign_negative() {
            let e = z.exp();
            e / (e + 1.0)
        } else {
            1.0 / (1.0 + (-z).exp())
        }
    });
    z.mapv(|p| p as f32)
}

fn probabilities_bcast(z: &Vector) -> Array1<f32> {
    bcast!({
        let e = (-z.abs().min(35.0)).exp();
        (if z.is_sign_negative() { e } else { 1.0 } / (1.0 + e)) as f32
    })
}

/// Measures all places of the crate.
pub fn measure(table: &mut Table) {
    let mut places = table.of("linfa-ftrl", include_str!("linfa_ftrl.rs"));
    let lengths = [64, 50_000];
    let state = |n, r: &mut Random| (r.vector(n, -2.0..2.0), r.vector(n, 0.0..9.0));
    places.value("weights", 0.0, lengths, state, [weights_ndarray, weights_bcast]);
    let gradients = |n, r: &mut Random| (r.vector(n, 0.0..9.0), r.vector(n, -1.0..1.0));
    places.value("sigma", 0.0, lengths, gradients, [sigma_ndarray, sigma_bcast]);
    let update = |n, r: &mut Random| {
        (r.vector(n, -2.0..2.0), r.vector(n, 0.0..9.0), r.vector(n, -1.0..1.0), r.vector(n, 0.0..1.0))
    };
    places.in_place("update", 0.0, lengths, update, [update_ndarray, update_bcast]);
    let labels = |n, r: &mut Random| {
        let probability = Array1::from_shape_simple_fn(n, || r.number(0.0..1.0) as f32);
        (probability, Array1::from_shape_simple_fn(n, || r.below(2) == 0))
    };
    places.value("errors", 0.0, lengths, labels, [errors_ndarray, errors_bcast]);
    let predictor = |n, r: &mut Random| r.vector(n, -40.0..40.0);
    places.value("probabilities", 1e-6, lengths, predictor, [probabilities_ndarray, probabilities_bcast]);
}
