//! ndarray-interp 0.6.0, at one query point, whose neighbours are already found.

use bcast::bcast;
use ndarray::{Array, Array1, ArrayView1, Zip};

use crate::random::Random;
use crate::table::Table;
use crate::{Matrix, Vector};

type Cube = ndarray::Array3<f64>;

fn between((x1, y1): (f64, f64), (x2, y2): (f64, f64), x: f64) -> f64 {
    let slope = (y2 - y1) / (x2 - x1);
    slope * (x - x1) + y1
}

// ndarray-interp 0.6.0, src/interp1d/strategies/linear.rs, `Linear::interp_into`
fn linear_ndarray((data, x): &(Matrix, f64)) -> Vector {
    let mut target = Array1::zeros(data.ncols());
    let (y1, y2) = (data.row(1), data.row(2));
    Zip::from(y1).and(y2).and(target.view_mut()).for_each(|&y1, &y2, target| {
        *target = between((1.0, y1), (2.0, y2), *x);
    });
    target
}

fn linear_bcast((data, x): &(Matrix, f64)) -> Vector {
    let (y1, y2) = (data.row(1), data.row(2));
    bcast!((y2 - y1) / (2.0 - 1.0) * (x - 1.0) + y1)
}

// ndarray-interp 0.6.0, src/interp1d/mod.rs, `interp_array`: a row of the target for each query
fn linear_queries_ndarray((data, queries): &(Matrix, Vector)) -> Matrix {
    let mut result = Array::zeros((queries.len(), data.ncols()));
    for (mut target, &x) in result.outer_iter_mut().zip(queries) {
        let left = x.floor().min(data.nrows() as f64 - 2.0);
        let (y1, y2) = (data.row(left as usize), data.row(left as usize + 1));
        Zip::from(y1).and(y2).and(&mut target).for_each(|&y1, &y2, target| {
            *target = between((left, y1), (left + 1.0, y2), x);
        });
    }
    result
}

fn linear_queries_bcast((data, queries): &(Matrix, Vector)) -> Matrix {
    let mut result = Array::zeros((queries.len(), data.ncols()));
    for (mut target, &x) in result.outer_iter_mut().zip(queries) {
        let left = x.floor().min(data.nrows() as f64 - 2.0);
        let (y1, y2) = (data.row(left as usize), data.row(left as usize + 1));
        bcast!(target = (y2 - y1) / (left + 1.0 - left) * (x - left) + y1);
    }
    result
}

// ndarray-interp 0.6.0, src/interp2d/strategies/bilinear.rs, `Bilinear::interp_into`
fn bilinear_ndarray((data, x, y): &(Cube, f64, f64)) -> Vector {
    let corner = |i, j| -> ArrayView1<'_, f64> { data.slice(ndarray::s![i, j, ..]) };
    let mut target = Array1::zeros(data.dim().2);
    Zip::from(corner(1, 1)).and(corner(1, 2)).and(corner(2, 1)).and(corner(2, 2)).and(target.view_mut()).for_each(
        |&z11, &z12, &z21, &z22, z| {
            let z1 = between((1.0, z11), (2.0, z21), *x);
            let z2 = between((1.0, z12), (2.0, z22), *x);
            *z = between((1.0, z1), (2.0, z2), *y);
        },
    );
    target
}

fn bilinear_bcast((data, x, y): &(Cube, f64, f64)) -> Vector {
    let corner = |i, j| -> ArrayView1<'_, f64> { data.slice(ndarray::s![i, j, ..]) };
    let (z11, z12, z21, z22) = (corner(1, 1), corner(1, 2), corner(2, 1), corner(2, 2));
    bcast!({
        let z1 = between((1.0, z11), (2.0, z21), x);
        let z2 = between((1.0, z12), (2.0, z22), x);
        between((1.0, z1), (2.0, z2), y)
    })
}

/// Measures all places of the crate.
pub fn measure(table: &mut Table) {
    let mut places = table.of("ndarray-interp", include_str!("ndarray_interp.rs"));
    let rows = |n, r: &mut Random| (r.matrix((9, n), -1.0..1.0), r.number(1.0..2.0));
    places.value("linear", 0.0, [8, 5000], rows, [linear_ndarray, linear_bcast]);
    let queries = |(n, m), r: &mut Random| (r.matrix((50, m), -1.0..1.0), r.vector(n, 0.0..49.0));
    let forms = [linear_queries_ndarray, linear_queries_bcast];
    places.value("linear_queries", 0.0, [(16, 8), (2000, 64)], queries, forms);
    let cube = |n, r: &mut Random| (r.array((4, 4, n), -1.0..1.0), r.number(1.0..2.0), r.number(1.0..2.0));
    places.value("bilinear", 0.0, [8, 5000], cube, [bilinear_ndarray, bilinear_bcast]);
}
