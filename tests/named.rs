//! Mode named against its definition by index arithmetic.

use bcast::bcast;
use ndarray::Array2;

#[test]
fn a_product_of_matrices() {
    let a = Array2::from_shape_fn((3, 4), |(i, j)| (i * 4 + j) as f64);
    let b = Array2::from_shape_fn((4, 5), |(i, j)| (i + 2 * j) as f64 - 3.0);
    let c: Array2<f64> = bcast!(sum(a * b, axis = K), mode = named, where a: [M, K], b: [K, N]);
    assert_eq!(c, a.dot(&b));
}
