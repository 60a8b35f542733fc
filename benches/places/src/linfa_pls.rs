//! linfa-pls 0.8.1.

use bcast::bcast;
use ndarray::{Array1, Array2, Axis, Zip};

use crate::random::Random;
use crate::table::Table;
use crate::{Matrix, Vector};

// linfa-pls 0.8.1, src/utils.rs., `outer`
fn outer_ndarray((a, b): &(Vector, Vector)) -> Matrix {
    let mut outer = Array2::zeros((a.len(), b.len()));
    Zip::from(outer.rows_mut()).and(a).for_each(|mut out, a| {
        out.assign(&b.mapv(|b| *a * b));
    });
    outer
}

fn outer_bcast((a, b): &(Vector, Vector)) -> Matrix {
    bcast!(a * b, axis(a) = 0, axis(b) = 1)
}

// linfa-pls 0.8.1, src/utils.rs., `center_scale`
fn center_scale_ndarray(x: &Matrix) -> (Matrix, Vector, Vector) {
    let mean = x.mean_axis(Axis(0)).expect("samples");
    let mut deviation = x.std_axis(Axis(0), 1.0);
    deviation.mapv_inplace(|s| if s == 0.0 { 1.0 } else { s });
    ((x - &mean) / &deviation, mean, deviation)
}

fn center_scale_bcast(x: &Matrix) -> (Matrix, Vector, Vector) {
    bcast!(
        {
            let m = mean(x, axis = 0);
            let d = x - m;
            let s = (sum(d * d, axis = 0) / (len(axis = 0) as f64 - 1.0)).sqrt();
            let s = if s == 0.0 { 1.0 } else { s };
            (d / s, m, s)
        },
        unzip
    )
}

// linfa-pls 0.8.1, src/utils.rs., `svd_flip_1d`
fn flip_vectors_ndarray((x, y): &mut (Vector, Vector)) {
    let absolute = x.mapv(|v| v.abs());
    let biggest = absolute.indexed_iter().fold((0, 0.0), |best, (i, &v)| if v > best.1 { (i, v) } else { best });
    let sign = x[biggest.0].signum();
    x.map_inplace(|v| *v *= sign);
    y.map_inplace(|v| *v *= sign);
}

fn flip_vectors_bcast((x, y): &mut (Vector, Vector)) {
    let sign = x[bcast!(argmax(x.abs(), axis = 0))].signum();
    bcast!(x *= sign);
    bcast!(y *= sign);
}

// linfa-pls 0.8.1, src/utils.rs., `svd_flip`
fn flip_ndarray((u, v): &(Matrix, Matrix)) -> (Matrix, Matrix) {
    let absolute = u.mapv(|v| v.abs());
    let biggest = absolute.map_axis(Axis(0), |column| {
        column.indexed_iter().fold((0, 0.0), |best, (i, &v)| if v > best.1 { (i, v) } else { best }).0
    });
    let mut signs = Array1::<f64>::zeros(u.ncols());
    let range: Vec<usize> = (0..u.ncols()).collect();
    Zip::from(&mut signs).and(&biggest).and(&range).for_each(|sign, &i, &j| *sign = u[[i, j]].signum());
    (u * &signs, v * &signs.insert_axis(Axis(1)))
}

fn flip_bcast((u, v): &(Matrix, Matrix)) -> (Matrix, Matrix) {
    let signs = bcast!(if max(u, axis = 0) >= -min(u, axis = 0) { 1.0 } else { -1.0 });
    (bcast!(u * signs), bcast!(v * signs, axis(signs) = 0))
}

/// Measures all places of the crate.
pub fn measure(table: &mut Table) {
    let mut places = table.of("linfa-pls", include_str!("linfa_pls.rs"));
    let vectors = |(n, m), r: &mut Random| (r.vector(n, -1.0..1.0), r.vector(m, -1.0..1.0));
    places.value("outer", 0.0, [(10, 4), (1000, 500)], vectors, [outer_ndarray, outer_bcast]);
    let matrix = |shape, r: &mut Random| r.matrix(shape, 0.0..9.0);
    let forms = [center_scale_ndarray, center_scale_bcast];
    places.value("center_scale", 1e-11, [(150, 4), (20_000, 16)], matrix, forms);
    let forms = [flip_vectors_ndarray, flip_vectors_bcast];
    places.in_place("flip_vectors", 0.0, [(10, 4), (1000, 500)], vectors, forms);
    let factors = |(n, m), r: &mut Random| (r.matrix((n, m), -1.0..1.0), r.matrix((m, n), -1.0..1.0));
    places.value("flip", 0.0, [(10, 4), (1000, 100)], factors, [flip_ndarray, flip_bcast]);
}
