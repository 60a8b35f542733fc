//! linfa-preprocessing 0.8.1.

use bcast::bcast;
use ndarray::{Axis, Zip};

use crate::random::Random;
use crate::table::Table;
use crate::{Matrix, Vector};

/// Lower and upper end of the range of `MinMax`.
const RANGE: (f64, f64) = (-1.0, 1.5);

fn is_zero(x: f64) -> bool {
    x.abs() <= f64::EPSILON
}

// linfa-preprocessing 0.8.1, src/linear_scaling.rs, `ScalingMethod::standardize`
fn fit_standard_ndarray(x: &Matrix) -> (Vector, Vector) {
    let means = x.mean_axis(Axis(0)).expect("samples");
    let scales = x.std_axis(Axis(0), 0.0).mapv(|s| if is_zero(s) { 1.0 } else { 1.0 / s });
    (means, scales)
}

fn fit_standard_bcast(x: &Matrix) -> (Vector, Vector) {
    bcast!(
        {
            let m = mean(x, axis = 0);
            let s = mean((x - m) * (x - m), axis = 0).sqrt();
            (m, if is_zero(s) { 1.0 } else { 1.0 / s })
        },
        unzip
    )
}

// linfa-preprocessing 0.8.1, src/linear_scaling.rs, `ScalingMethod::min_max`
fn fit_min_max_ndarray(x: &Matrix) -> (Vector, Vector) {
    let mins = x.fold_axis(Axis(0), f64::INFINITY, |&least, &x| if least < x { least } else { x });
    let mut scales = x.fold_axis(Axis(0), f64::NEG_INFINITY, |&most, &x| if most > x { most } else { x });
    Zip::from(&mut scales).and(&mins).for_each(|max, min| {
        if is_zero(*max - *min) {
            *max = 1.0;
        } else {
            *max = 1.0 / (*max - *min);
        }
    });
    (mins, scales)
}

fn fit_min_max_bcast(x: &Matrix) -> (Vector, Vector) {
    bcast!(
        {
            let least = min(x, axis = 0);
            let width = max(x, axis = 0) - least;
            (least, if is_zero(width) { 1.0 } else { 1.0 / width })
        },
        unzip
    )
}

// linfa-preprocessing 0.8.1, src/linear_scaling.rs, `ScalingMethod::max_abs`
fn fit_max_abs_ndarray(x: &Matrix) -> Vector {
    x.map_axis(Axis(0), |column| {
        let norm = column.iter().fold(0.0, |norm, x: &f64| x.abs().max(norm));
        if is_zero(norm) { 1.0 } else { 1.0 / norm }
    })
}

fn fit_max_abs_bcast(x: &Matrix) -> Vector {
    bcast!({
        let norm = max(x.abs(), axis = 0);
        if is_zero(norm) { 1.0 } else { 1.0 / norm }
    })
}

// linfa-preprocessing 0.8.1, src/linear_scaling.rs, `LinearScaler::transform`
fn scale_ndarray((x, offsets, scales): &mut (Matrix, Vector, Vector)) {
    Zip::from(x.columns_mut()).and(&*offsets).and(&*scales).for_each(|mut column, &offset, &scale| {
        column.mapv_inplace(|x| (x - offset) * scale);
    });
}

fn scale_bcast((x, offsets, scales): &mut (Matrix, Vector, Vector)) {
    bcast!(x = (x - offsets) * scales);
}

// linfa-preprocessing 0.8.1, src/linear_scaling.rs, `LinearScaler::transform`, without a change of the mean
fn scale_around_mean_ndarray((x, offsets, scales): &mut (Matrix, Vector, Vector)) {
    Zip::from(x.columns_mut()).and(&*offsets).and(&*scales).for_each(|mut column, &offset, &scale| {
        column.mapv_inplace(|x| (x - offset) * scale + offset);
    });
}

fn scale_around_mean_bcast((x, offsets, scales): &mut (Matrix, Vector, Vector)) {
    bcast!(x = (x - offsets) * scales + offsets);
}

// linfa-preprocessing 0.8.1, src/linear_scaling.rs, `LinearScaler::transform`, to a range; the argument is owned
fn scale_to_range_ndarray((x, offsets, scales): &(Matrix, Vector, Vector)) -> Matrix {
    let mut x = x.to_owned();
    Zip::from(x.columns_mut()).and(offsets).and(scales).for_each(|mut column, &offset, &scale| {
        column.mapv_inplace(|x| (x - offset) * scale);
    });
    x * (RANGE.1 - RANGE.0) + RANGE.0
}

fn scale_to_range_bcast((x, offsets, scales): &(Matrix, Vector, Vector)) -> Matrix {
    bcast!((x - offsets) * scales * (RANGE.1 - RANGE.0) + RANGE.0)
}

// linfa-preprocessing 0.8.1, src/norm_scaling.rs, `NormScaler::transform` with `Norms::L1`
fn norm_l1_ndarray(x: &mut Matrix) {
    let norms = x.map_axis(Axis(1), |row| row.iter().map(|x| x.abs()).sum::<f64>());
    Zip::from(x.rows_mut()).and(&norms).for_each(|mut row, &norm| {
        row.mapv_inplace(|x| x / norm);
    });
}

fn norm_l1_bcast(x: &mut Matrix) {
    bcast!(x = x / sum(x.abs(), axis = 1));
}

// linfa-preprocessing 0.8.1, src/norm_scaling.rs, `NormScaler::transform` with `Norms::L2`
fn norm_l2_ndarray(x: &mut Matrix) {
    let norms = x.map_axis(Axis(1), |row| row.iter().map(|&x| x * x).sum::<f64>().sqrt());
    Zip::from(x.rows_mut()).and(&norms).for_each(|mut row, &norm| {
        row.mapv_inplace(|x| x / norm);
    });
}

fn norm_l2_bcast(x: &mut Matrix) {
    bcast!(x = x / sum(x * x, axis = 1).sqrt());
}

// linfa-preprocessing 0.8.1, src/norm_scaling.rs, `NormScaler::transform` with `Norms::Max`
fn norm_max_ndarray(x: &mut Matrix) {
    let norms = x.map_axis(Axis(1), |row| row.iter().fold(0.0, |norm, x: &f64| x.abs().max(norm)));
    Zip::from(x.rows_mut()).and(&norms).for_each(|mut row, &norm| {
        row.mapv_inplace(|x| x / norm);
    });
}

fn norm_max_bcast(x: &mut Matrix) {
    bcast!(x = x / max(x.abs(), axis = 1));
}

// linfa-preprocessing 0.8.1, src/whitening.rs, `Whitener::fit`: the rows of the transformation, scaled by the singular
// values
fn whitening_rows_ndarray((rows, singular): &(Matrix, Vector)) -> Matrix {
    let mut rows = rows.to_owned();
    let singular = singular.mapv(|s| s.max(1e-8));
    let scale = (rows.ncols() as f64).sqrt();
    for (mut row, s) in rows.axis_iter_mut(Axis(0)).zip(singular.iter()) {
        row *= scale / *s;
    }
    rows
}

fn whitening_rows_bcast((rows, singular): &(Matrix, Vector)) -> Matrix {
    let scale = (rows.ncols() as f64).sqrt();
    bcast!(rows * (scale / singular.max(1e-8)), axis(singular) = 0)
}

/// Measures all places of the crate.
pub fn measure(table: &mut Table) {
    let mut places = table.of("linfa-preprocessing", include_str!("linfa_preprocessing.rs"));
    let shapes = [(150, 4), (20_000, 16)];
    let matrix = |shape, r: &mut Random| r.matrix(shape, 0.5..1.5);
    let scaled = |shape: (usize, usize), r: &mut Random| {
        (r.matrix(shape, 0.5..1.5), r.vector(shape.1, 0.5..1.5), r.vector(shape.1, 0.3..0.9))
    };
    places.value("fit_standard", 1e-11, shapes, matrix, [fit_standard_ndarray, fit_standard_bcast]);
    places.value("fit_min_max", 0.0, shapes, matrix, [fit_min_max_ndarray, fit_min_max_bcast]);
    places.value("fit_max_abs", 0.0, shapes, matrix, [fit_max_abs_ndarray, fit_max_abs_bcast]);
    places.in_place("scale", 0.0, shapes, scaled, [scale_ndarray, scale_bcast]);
    let forms = [scale_around_mean_ndarray, scale_around_mean_bcast];
    places.in_place("scale_around_mean", 0.0, shapes, scaled, forms);
    places.value("scale_to_range", 0.0, shapes, scaled, [scale_to_range_ndarray, scale_to_range_bcast]);
    places.in_place("norm_l1", 1e-13, shapes, matrix, [norm_l1_ndarray, norm_l1_bcast]);
    places.in_place("norm_l2", 1e-13, shapes, matrix, [norm_l2_ndarray, norm_l2_bcast]);
    places.in_place("norm_max", 0.0, shapes, matrix, [norm_max_ndarray, norm_max_bcast]);
    let rows = |n: usize, r: &mut Random| (r.matrix((n, n), -1.0..1.0), r.vector(n, 0.5..1.5));
    places.value("whitening_rows", 0.0, [4, 300], rows, [whitening_rows_ndarray, whitening_rows_bcast]);
}
