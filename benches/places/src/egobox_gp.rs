//! egobox-gp 0.37.1.

use bcast::bcast;
use ndarray::{Array, Array1, Array2, Axis, Zip, s};

use crate::random::Random;
use crate::table::Table;
use crate::{Matrix, Vector};

// egobox-gp 0.37.1, src/utils.rs, `normalize`
fn normalize_ndarray(x: &Matrix) -> (Matrix, Vector, Vector) {
    let mean = x.mean_axis(Axis(0)).expect("samples");
    let mut std = x.std_axis(Axis(0), 1.0);
    std.mapv_inplace(|s| if s == 0.0 { 1.0 } else { s });
    ((x - &mean) / &std, mean, std)
}

fn normalize_bcast(x: &Matrix) -> (Matrix, Vector, Vector) {
    let (mean, std) = bcast!(
        {
            let m = mean(x, axis = 0);
            let s = (sum((x - m) * (x - m), axis = 0) / (len(axis = 0) - 1) as f64).sqrt();
            (m, if s == 0.0 { 1.0 } else { s })
        },
        unzip
    );
    (bcast!((x - mean) / std), mean, std)
}

// egobox-gp 0.37.1, src/utils.rs, `DiffMatrix::_cross_diff`: the differences
fn cross_differences_ndarray(x: &Matrix) -> Matrix {
    let n = x.nrows();
    let mut d = Array2::zeros((n * (n - 1) / 2, x.ncols()));
    let mut end = 0;
    for k in 0..n - 1 {
        let start = end;
        end = start + n - k - 1;
        let diff = &x.slice(s![k, ..]) - &x.slice(s![k + 1..n, ..]);
        d.slice_mut(s![start..end, ..]).assign(&diff);
    }
    d.mapv(|v| v.abs())
}

fn cross_differences_bcast(x: &Matrix) -> Matrix {
    let n = x.nrows();
    let mut d = Array2::zeros((n * (n - 1) / 2, x.ncols()));
    let mut end = 0;
    for k in 0..n - 1 {
        let start = end;
        end = start + n - k - 1;
        bcast!(d.slice_mut(s![start..end, ..]) = (&x.row(k) - &x.slice(s![k + 1.., ..])).abs());
    }
    d
}

// egobox-gp 0.37.1, src/utils.rs, `pairwise_differences`
fn pairwise_differences_ndarray((x, y): &(Matrix, Matrix)) -> Matrix {
    let (nx, ny, columns) = (x.nrows(), y.nrows(), x.ncols());
    let mut result = Array2::zeros((nx * ny, columns));
    for (i, x) in x.rows().into_iter().enumerate() {
        for (j, y) in y.rows().into_iter().enumerate() {
            for k in 0..columns {
                result[[i * ny + j, k]] = x[k] - y[k];
            }
        }
    }
    result
}

fn pairwise_differences_bcast((x, y): &(Matrix, Matrix)) -> Matrix {
    let (pairs, columns, x) = (x.nrows() * y.nrows(), x.ncols(), x.view().insert_axis(Axis(1)));
    bcast!(x - y).into_shape_with_order((pairs, columns)).expect("contiguous")
}

// egobox-gp 0.37.1, src/correlation_models.rs, `SquaredExponentialCorr::rval_from_distances`
fn squared_exponential_ndarray((d, theta, weights): &(Matrix, Vector, Matrix)) -> Matrix {
    let theta_w = (theta * weights).mapv(|v| v * v).sum_axis(Axis(1));
    let r = d.mapv(|v| v * v).dot(&theta_w);
    r.mapv(|v| f64::exp(-0.5 * v)).into_shape_with_order((d.nrows(), 1)).expect("a column")
}

fn squared_exponential_bcast((d, theta, weights): &(Matrix, Vector, Matrix)) -> Matrix {
    let theta_w = bcast!(sum((theta * weights) * (theta * weights), axis = 1));
    bcast!((-0.5 * sum(d * d * theta_w, axis = 1)).exp(), keep)
}

// egobox-gp 0.37.1, src/correlation_models.rs, `SquaredExponentialCorr::rval_with_jac`
fn squared_exponential_slope_ndarray((d, theta, weights): &(Matrix, Vector, Matrix)) -> (Matrix, Matrix) {
    let negative = (theta * weights).mapv(|v| -(v * v)).sum_axis(Axis(1));
    let exponent = d.mapv(|v| v * v).dot(&negative.mapv(|v| -v));
    let r = exponent.mapv(|v| f64::exp(-0.5 * v)).into_shape_with_order((d.nrows(), 1)).expect("a column");
    let slope = d.to_owned() * &negative * &r;
    (r, slope)
}

fn squared_exponential_slope_bcast((d, theta, weights): &(Matrix, Vector, Matrix)) -> (Matrix, Matrix) {
    let theta_w = bcast!(sum((theta * weights) * (theta * weights), axis = 1));
    bcast!(
        {
            let r = (-0.5 * sum(d * d * theta_w, axis = 1)).exp();
            (r, d * -theta_w * r)
        },
        unzip,
        keep
    )
}

// egobox-gp 0.37.1, src/correlation_models.rs, `AbsoluteExponentialCorr::rval_with_jac`
fn absolute_exponential_ndarray((d, theta, weights): &(Matrix, Vector, Matrix)) -> (Matrix, Matrix) {
    let negative = (theta * weights.mapv(|v| v.abs())).sum_axis(Axis(1)).mapv(|v| -v);
    let exponent = d.mapv(|v| v.abs()).dot(&negative.mapv(|v| -v));
    let r = exponent.mapv(|v| f64::exp(-v)).into_shape_with_order((d.nrows(), 1)).expect("a column");
    let slope = &(d.mapv(|v| v.signum()) * &negative) * &r;
    (r, slope)
}

fn absolute_exponential_bcast((d, theta, weights): &(Matrix, Vector, Matrix)) -> (Matrix, Matrix) {
    let theta_w = bcast!(sum(theta * weights.abs(), axis = 1));
    bcast!(
        {
            let r = (-sum(d.abs() * theta_w, axis = 1)).exp();
            (r, d.signum() * -theta_w * r)
        },
        unzip,
        keep
    )
}

// egobox-gp 0.37.1, src/correlation_models.rs, `Matern32Corr::rval_from_distances`
fn matern32_ndarray((d, theta, weights): &(Matrix, Vector, Matrix)) -> Matrix {
    let sqrt3 = 3.0_f64.sqrt();
    let theta_w = theta * weights.mapv(|v| v.abs());
    let mut r = Array1::zeros(d.nrows());
    Zip::from(&mut r).and(d.rows()).for_each(|r, d| {
        let (mut a, mut b) = (1.0, 0.0);
        Zip::from(&d).and(theta_w.rows()).for_each(|&d, theta_w| {
            let mut product = 1.0;
            for &theta_w in theta_w.iter() {
                product *= 1.0 + sqrt3 * theta_w * d.abs();
                b += theta_w * d.abs();
            }
            a *= product;
        });
        *r = a * f64::exp(-sqrt3 * b);
    });
    r.into_shape_with_order((d.nrows(), 1)).expect("a column")
}

fn matern32_bcast((d, theta, weights): &(Matrix, Vector, Matrix)) -> Matrix {
    let theta_w = bcast!(3.0_f64.sqrt() * theta * weights.abs());
    let r: Vector = bcast!({
        let u = theta_w * d.abs();
        prod(1.0 + u, axis = [J, K]) * (-sum(u, axis = [J, K])).exp()
    }, mode = named, where d: [I, J], theta_w: [J, K]);
    r.insert_axis(Axis(1))
}

// egobox-gp 0.37.1, src/correlation_models.rs, `Matern32Corr::_jac_from_r`
fn matern32_slope_ndarray((d, r, theta, weights): &(Matrix, Vector, Vector, Matrix)) -> Matrix {
    let sqrt3 = 3.0_f64.sqrt();
    let theta_w = theta * weights.mapv(|v| v.abs());
    let mut slope = Array2::zeros(d.dim());
    Zip::from(slope.rows_mut()).and(d.rows()).and(r).for_each(|mut slope, d, &r| {
        Zip::from(&mut slope).and(&d).and(theta_w.rows()).for_each(|slope, &d, theta_w| {
            let mut sum = 0.0;
            for &theta_w in theta_w.iter() {
                let f = 1.0 + sqrt3 * theta_w * d.abs();
                sum += theta_w * theta_w * d.abs() / f;
            }
            *slope = -3.0 * d.signum() * r * sum;
        });
    });
    slope
}

fn matern32_slope_bcast((d, r, theta, weights): &(Matrix, Vector, Vector, Matrix)) -> Matrix {
    let (sqrt3, theta_w) = (3.0_f64.sqrt(), bcast!(theta * weights.abs()));
    bcast!({
        let size = d.abs();
        let total = sum(theta_w * theta_w * size / (1.0 + sqrt3 * theta_w * size), axis = K);
        -3.0 * d.signum() * r * total
    }, mode = named, where d: [I, J], theta_w: [J, K], r: [I])
}

// egobox-gp 0.37.1, src/algorithm.rs, `predict_var`, after the solutions
fn mean_squared_error_ndarray((rt, u): &(Matrix, Matrix)) -> Vector {
    let sigma2 = 1.5;
    let ones: Vector = Array::ones(rt.ncols());
    let mut mse = ones - rt.mapv(|v| v * v).sum_axis(Axis(0)) + u.mapv(|v| v * v).sum_axis(Axis(0));
    mse.mapv_inplace(|v| sigma2 * v);
    mse.mapv(|v| if v < 0.0 { 0.0 } else { v })
}

fn mean_squared_error_bcast((rt, u): &(Matrix, Matrix)) -> Vector {
    let (sigma2, squares) = (1.5, bcast!(sum(u * u, axis = 0)));
    bcast!((sigma2 * (1.0 - sum(rt * rt, axis = 0) + squares)).max(0.0))
}

// egobox-gp 0.37.1, src/sparse_algorithm.rs, `fitc`: the noise precision and the weighted factor
fn noise_precision_ndarray((v, prior): &(Matrix, Vector)) -> (Vector, Matrix) {
    let nu = prior.to_owned();
    let nu = nu - (v.to_owned() * v).sum_axis(Axis(0));
    let nu = nu + 0.1;
    let beta = nu.mapv(|v| 1.0 / v);
    let weighted = v.to_owned() * beta.to_owned().insert_axis(Axis(0));
    (beta, weighted)
}

fn noise_precision_bcast((v, prior): &(Matrix, Vector)) -> (Vector, Matrix) {
    bcast!(
        {
            let beta = 1.0 / (prior - sum(v * v, axis = 0) + 0.1);
            (beta, v * beta)
        },
        unzip
    )
}

// egobox-gp 0.37.1, src/mean_models.rs, `QuadraticMean::coefs`
fn quadratic_ndarray(x: &Matrix) -> Matrix {
    let mut result = ndarray::concatenate![Axis(1), Array2::ones((x.nrows(), 1)), x.to_owned()];
    for k in 0..x.ncols() {
        let part = x.slice(s![.., k..]).to_owned() * x.slice(s![.., k..k + 1]);
        result = ndarray::concatenate![Axis(1), result, part];
    }
    result
}

fn quadratic_bcast(x: &Matrix) -> Matrix {
    let n = x.ncols();
    let mut result = Array2::ones((x.nrows(), 1 + n + n * (n + 1) / 2));
    bcast!(result.slice_mut(s![.., 1..=n]) = x);
    let mut start = 1 + n;
    for k in 0..n {
        bcast!(result.slice_mut(s![.., start..start + n - k]) = &x.slice(s![.., k..]) * &x.slice(s![.., k..k + 1]));
        start += n - k;
    }
    result
}

/// Measures all places of the crate.
pub fn measure(table: &mut Table) {
    let mut places = table.of("egobox-gp", include_str!("egobox_gp.rs"));
    let matrix = |shape, r: &mut Random| r.matrix(shape, 0.0..9.0);
    let designs = [(20, 2), (500, 8)];
    places.value("normalize", 1e-11, [(20, 2), (5000, 8)], matrix, [normalize_ndarray, normalize_bcast]);
    places.value("cross_differences", 0.0, designs, matrix, [cross_differences_ndarray, cross_differences_bcast]);
    let pair = |shape, r: &mut Random| (r.matrix(shape, 0.0..9.0), r.matrix(shape, 0.0..9.0));
    let forms = [pairwise_differences_ndarray, pairwise_differences_bcast];
    places.value("pairwise_differences", 0.0, designs, pair, forms);
    let kernel = |(n, m): (usize, usize), r: &mut Random| {
        (r.matrix((n, m), -1.0..1.0), r.vector(m.min(3), 0.1..1.0), r.matrix((m, m.min(3)), -1.0..1.0))
    };
    let distances = [(190, 2), (50_000, 8)];
    let forms = [squared_exponential_ndarray, squared_exponential_bcast];
    places.value("squared_exponential", 1e-13, distances, kernel, forms);
    let forms = [squared_exponential_slope_ndarray, squared_exponential_slope_bcast];
    places.value("squared_exponential_slope", 1e-13, distances, kernel, forms);
    let forms = [absolute_exponential_ndarray, absolute_exponential_bcast];
    places.value("absolute_exponential", 1e-13, distances, kernel, forms);
    places.value("matern32", 1e-12, distances, kernel, [matern32_ndarray, matern32_bcast]);
    let with_r = |shape: (usize, usize), r: &mut Random| {
        let (d, theta, weights) = kernel(shape, r);
        (d, r.vector(shape.0, 0.0..1.0), theta, weights)
    };
    places.value("matern32_slope", 1e-12, distances, with_r, [matern32_slope_ndarray, matern32_slope_bcast]);
    let solutions = |(n, m): (usize, usize), r: &mut Random| (r.matrix((m, n), -0.1..0.1), r.matrix((3, n), -0.1..0.1));
    let forms = [mean_squared_error_ndarray, mean_squared_error_bcast];
    places.value("mean_squared_error", 1e-12, [(20, 20), (5000, 200)], solutions, forms);
    let factors = |(n, m): (usize, usize), r: &mut Random| (r.matrix((m, n), -0.1..0.1), r.vector(n, 3.0..4.0));
    let forms = [noise_precision_ndarray, noise_precision_bcast];
    places.value("noise_precision", 1e-12, [(20, 5), (5000, 50)], factors, forms);
    places.value("quadratic", 0.0, [(20, 2), (5000, 8)], matrix, [quadratic_ndarray, quadratic_bcast]);
}
