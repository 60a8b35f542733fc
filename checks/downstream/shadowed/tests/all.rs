//! Shadowing names are never picked up.
#![forbid(unsafe_code)]
#![deny(warnings, clippy::pedantic)]

use bcast::{Tensor, shape};
use ndarray::{Array2, Axis, array};
use shadowed::{calls, methods};

#[test]
fn names() {
    let (x, row) = (array![[1.0, 2.0], [3.0, 4.0]], array![3.0, 2.0]);
    let (y, flags) = calls::arrays(&x, &row);
    // (x * row + 1 + row), negated where it is above row, minus x
    assert_eq!(y, array![[-8.0, -9.0], [-16.0, -15.0]]);
    assert_eq!(flags, array![[false, false], [false, true]]);
    assert_eq!(calls::results(&x, &[1.0, 10.0]).unwrap(), array![[2.0, 24.0], [12.0, 56.0]]);
    assert!(calls::results(&x, &[1.0, 10.0, 3.0]).is_err());
    assert_eq!(calls::explicit_axes(&row).index_axis(Axis(2), 0), array![[3.0, 2.0], [3.0, 2.0]]);
    assert_eq!(calls::nested([[1.0, 2.0], [3.0, 4.0]], &[2.0, 2.0]), [[2.0, 4.0], [3.0, 4.0]]);
    let t = Tensor::<_, shape![calls::Rows, 2]>::from_vec_with([1, 2], vec![1.0, -2.0]).unwrap();
    assert_eq!(calls::tensor(&t, &[3.0, 5.0]).as_slice(), [5.0, 7.0]);
    assert_eq!(calls::threads(&x), &x * 4.0);
    assert_eq!(calls::named(&row, 2.0), array![9.0, 6.0]);
}

#[test]
fn methods_of_every_type() {
    let x = array![[1.0, 2.0], [3.0, 4.0]];
    // Subtracting its own copy leaves zeros.
    assert_eq!(methods::arrays(&x, &array![1.0, 2.0]), Array2::<f32>::zeros((2, 2)));
    assert_eq!(methods::nested([[1.0, 2.0], [3.0, 4.0]], &[1.0, 2.0]), ([[1.0, 3.0], [10.0, 17.0]], vec![4.0, 8.0]));
    let t = Tensor::<_, shape![methods::Rows, 2]>::from_vec_with([1, 2], vec![1.0, -2.0]).unwrap();
    assert_eq!(methods::tensors(&t, &[3.0, 5.0]).as_slice(), [6.0, -5.0]);
    assert!(methods::refused(&x));
}
