//! linfa-linear 0.8.1.

use bcast::bcast;
use ndarray::Zip;

use crate::Vector;
use crate::random::Random;
use crate::table::Table;

/// The power of a Tweedie distribution between Poisson's and Gamma's.
const POWER: f64 = 1.5;

// linfa-linear 0.8.1, src/glm/link.rs, `LogLink::link_derivative`
fn log_derivative_ndarray(y: &Vector) -> Vector {
    y.mapv(|x| {
        let lower_bound = 1e-7_f64;
        if x < lower_bound {
            return lower_bound.recip();
        }
        x.recip()
    })
}

fn log_derivative_bcast(y: &Vector) -> Vector {
    bcast!(y.max(1e-7).recip())
}

// linfa-linear 0.8.1, src/glm/link.rs, `LogitLink::link`
fn logit_ndarray(y: &Vector) -> Vector {
    y.mapv(|x| (x / (1.0 - x)).ln())
}

fn logit_bcast(y: &Vector) -> Vector {
    bcast!((y / (1.0 - y)).ln())
}

// linfa-linear 0.8.1, src/glm/link.rs, `LogitLink::link_derivative`
fn logit_derivative_ndarray(y: &Vector) -> Vector {
    y.mapv(|x| 1.0 / (x * (1.0 - x)))
}

fn logit_derivative_bcast(y: &Vector) -> Vector {
    bcast!(1.0 / (y * (1.0 - y)))
}

// linfa-linear 0.8.1, src/glm/link.rs, `LogitLink::inverse_derivative`
fn expit_derivative_ndarray(z: &Vector) -> Vector {
    let expit = z.mapv(|x| 1.0 / (1.0 + (-x).exp()));
    let one_minus_expit = expit.mapv(|x| 1.0 - x);
    expit * one_minus_expit
}

fn expit_derivative_bcast(z: &Vector) -> Vector {
    bcast!({
        let expit = 1.0 / (1.0 + (-z).exp());
        expit * (1.0 - expit)
    })
}

// linfa-linear 0.8.1, src/glm/distribution.rs, `unit_deviance` of Poisson's distribution, summed by `deviance`
fn poisson_deviance_ndarray((y, predicted): &(Vector, Vector)) -> f64 {
    let mut div = y / predicted;
    Zip::from(&mut div).and(y).for_each(|div, &y| {
        if y == 0.0 {
            *div = 0.0;
        } else {
            *div = 2.0 * (y * div.ln());
        }
    });
    (div - y + predicted).sum()
}

fn poisson_deviance_bcast((y, predicted): &(Vector, Vector)) -> f64 {
    bcast!(sum(if y == 0.0 { 0.0 } else { 2.0 * (y * (y / predicted).ln()) } - y + predicted, axis = ..))
}

// linfa-linear 0.8.1, src/glm/distribution.rs, `unit_deviance` of a Gamma distribution
fn gamma_deviance_ndarray((y, predicted): &(Vector, Vector)) -> Vector {
    let mut temp = (predicted / y).mapv(|x| x.ln()) + (y / predicted);
    temp.mapv_inplace(|x| x - 1.0);
    temp.mapv(|x| 2.0 * x)
}

fn gamma_deviance_bcast((y, predicted): &(Vector, Vector)) -> Vector {
    bcast!(2.0 * ((predicted / y).ln() + y / predicted - 1.0))
}

// linfa-linear 0.8.1, src/glm/distribution.rs, `unit_deviance` of any other power
fn power_deviance_ndarray((y, predicted): &(Vector, Vector)) -> Vector {
    let left = y.mapv(|x| x.powf(2.0 - POWER) / ((1.0 - POWER) * (2.0 - POWER)));
    let middle = y * &predicted.mapv(|x| x.powf(1.0 - POWER) / (1.0 - POWER));
    let right = predicted.mapv(|x| x.powf(2.0 - POWER) / (2.0 - POWER));
    (left - middle + right).mapv(|x| 2.0 * x)
}

fn power_deviance_bcast((y, predicted): &(Vector, Vector)) -> Vector {
    bcast!({
        let left = y.powf(2.0 - POWER) / ((1.0 - POWER) * (2.0 - POWER));
        let middle = y * (predicted.powf(1.0 - POWER) / (1.0 - POWER));
        2.0 * (left - middle + predicted.powf(2.0 - POWER) / (2.0 - POWER))
    })
}

// linfa-linear 0.8.1, src/glm/distribution.rs, `unit_deviance_derivative`
fn deviance_derivative_ndarray((y, predicted): &(Vector, Vector)) -> Vector {
    let variance = predicted.mapv(|x| x.powf(POWER));
    ((y - predicted) / &variance).mapv(|x| -2.0 * x)
}

fn deviance_derivative_bcast((y, predicted): &(Vector, Vector)) -> Vector {
    bcast!(-2.0 * ((y - predicted) / predicted.powf(POWER)))
}

// linfa-linear 0.8.1, src/glm/mod.rs, `TweedieProblem::gradient`: the factor of the product, with the link `Log`
fn gradient_factor_ndarray((y, z): &(Vector, Vector)) -> (Vector, f64) {
    let predicted = z.mapv(|x| x.exp());
    let derivative = z.mapv(|x| x.exp());
    let factor = derivative * deviance_derivative_ndarray(&(y.to_owned(), predicted));
    let sum = factor.sum();
    (factor, sum)
}

fn gradient_factor_bcast((y, z): &(Vector, Vector)) -> (Vector, f64) {
    bcast!(
        {
            let predicted = z.exp();
            let factor = predicted * (-2.0 * ((y - predicted) / predicted.powf(POWER)));
            (factor, sum(factor, axis = ..))
        },
        unzip
    )
}

// linfa-linear 0.8.1, src/glm/distribution.rs, `in_range`
fn in_range_ndarray(y: &Vector) -> usize {
    usize::from(y.view().iter().all(|&x| x >= 0.0))
}

fn in_range_bcast(y: &Vector) -> usize {
    usize::from(bcast!(all(y >= 0.0, axis = ..)))
}

/// Measures all places of the crate.
pub fn measure(table: &mut Table) {
    let mut places = table.of("linfa-linear", include_str!("linfa_linear.rs"));
    let lengths = [150, 50_000];
    let shares = |n, r: &mut Random| r.vector(n, 0.01..0.99);
    let predictor = |n, r: &mut Random| r.vector(n, -4.0..4.0);
    let pair = |n, r: &mut Random| (r.vector(n, 0.5..4.0), r.vector(n, 0.5..4.0));
    let counts = |n, r: &mut Random| (Vector::from_shape_simple_fn(n, || r.below(5) as f64), r.vector(n, 0.5..4.0));
    places.value("log_derivative", 0.0, lengths, shares, [log_derivative_ndarray, log_derivative_bcast]);
    places.value("logit", 1e-14, lengths, shares, [logit_ndarray, logit_bcast]);
    places.value("logit_derivative", 0.0, lengths, shares, [logit_derivative_ndarray, logit_derivative_bcast]);
    places.value("expit_derivative", 1e-14, lengths, predictor, [expit_derivative_ndarray, expit_derivative_bcast]);
    places.value("poisson_deviance", 1e-11, lengths, counts, [poisson_deviance_ndarray, poisson_deviance_bcast]);
    places.value("gamma_deviance", 1e-14, lengths, pair, [gamma_deviance_ndarray, gamma_deviance_bcast]);
    places.value("power_deviance", 1e-13, lengths, pair, [power_deviance_ndarray, power_deviance_bcast]);
    let forms = [deviance_derivative_ndarray, deviance_derivative_bcast];
    places.value("deviance_derivative", 1e-14, lengths, pair, forms);
    places.value("gradient_factor", 1e-11, lengths, pair, [gradient_factor_ndarray, gradient_factor_bcast]);
    places.value("in_range", 0.0, lengths, shares, [in_range_ndarray, in_range_bcast]);
}
