//! linfa-nn 0.8.1.

use bcast::bcast;
use ndarray::{Array2, Axis, Zip};

use crate::random::Random;
use crate::table::Table;
use crate::{Matrix, Vector};

// linfa-nn 0.8.1, src/distance.rs., `LpDist::distance`
fn lp_distance_ndarray((a, b): &(Vector, Vector)) -> f64 {
    let p = 3.0;
    Zip::from(a).and(b).fold(0.0, |sum, &a, &b| sum + (a - b).abs().powf(p)).powf(1.0 / p)
}

fn lp_distance_bcast((a, b): &(Vector, Vector)) -> f64 {
    let p = 3.0;
    bcast!(sum((a - b).abs().powf(p), axis = ..).powf(1.0 / p))
}

// linfa-nn 0.8.1, src/distance.rs., `to_gaussian_similarity` with `L2Dist`
fn gaussian_similarity_ndarray(x: &Matrix) -> Matrix {
    let n = x.len_of(Axis(0));
    let mut similarity = Array2::eye(n);
    for i in 0..n {
        for j in 0..n {
            let mut squares = 0.0;
            Zip::from(x.row(i)).and(x.row(j)).for_each(|&a, &b| squares += (a - b) * (a - b));
            similarity[(i, j)] = (-squares.sqrt() / 2.0).exp();
        }
    }
    similarity
}

fn gaussian_similarity_bcast(x: &Matrix) -> Matrix {
    let y = x.view().insert_axis(Axis(1));
    bcast!((-sum((x - y) * (x - y), axis = 2).sqrt() / 2.0).exp())
}

// linfa-nn 0.8.1, src/distance.rs., `to_gaussian_similarity` with `L1Dist`
fn laplacian_similarity_ndarray(x: &Matrix) -> Matrix {
    let n = x.len_of(Axis(0));
    let mut similarity = Array2::eye(n);
    for i in 0..n {
        for j in 0..n {
            let mut distance = 0.0;
            Zip::from(x.row(i)).and(x.row(j)).for_each(|&a, &b| distance += (a - b).abs());
            similarity[(i, j)] = (-distance / 2.0).exp();
        }
    }
    similarity
}

fn laplacian_similarity_bcast(x: &Matrix) -> Matrix {
    let y = &x;
    bcast!((-sum((x - y).abs(), axis = K) / 2.0).exp(), mode = named, where x: [I, K], y: [J, K])
}

/// Measures all places of the crate.
pub fn measure(table: &mut Table) {
    let mut places = table.of("linfa-nn", include_str!("linfa_nn.rs"));
    let pair = |n, r: &mut Random| (r.vector(n, -1.0..1.0), r.vector(n, -1.0..1.0));
    places.value("lp_distance", 1e-13, [16, 1000], pair, [lp_distance_ndarray, lp_distance_bcast]);
    let (shapes, points) = ([(50, 4), (500, 16)], |shape, r: &mut Random| r.matrix(shape, 0.0..1.0));
    let forms = [gaussian_similarity_ndarray, gaussian_similarity_bcast];
    places.value("gaussian_similarity", 1e-13, shapes, points, forms);
    let forms = [laplacian_similarity_ndarray, laplacian_similarity_bcast];
    places.value("laplacian_similarity", 1e-13, shapes, points, forms);
}
