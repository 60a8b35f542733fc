//! Calls similar to suspicious ones that are explicit or unambiguous.
#![deny(warnings)]

use bcast::{Tensor, bcast, dim, shape};
use ndarray::{Array1, Array2, Array3};

dim!(Batch, Time);

fn outer(a: &Tensor<f32, shape![Batch, 1]>, b: &Tensor<f32, shape![Time]>) -> usize {
    bcast!(a * b).len()
}

fn outer_of_generics<const N: usize, const M: usize>(a: &Tensor<f32, shape![N, 1]>, b: &Tensor<f32, shape![M]>) -> usize {
    bcast!(a * b).len()
}

fn unknown(a: &Tensor<f32, shape![_, 1]>, b: &Tensor<f32, shape![_]>, x: &Tensor<f32, shape![_, _]>) -> usize {
    bcast!(a * b).len() + bcast!(x * b).len() + bcast!(x * b, mode = pdpd).len()
}

fn main() {
    // Outer products of different lengths.
    let (column, row) = (Array2::<f32>::zeros((4, 1)), Array1::<f32>::zeros(3));
    let _ = bcast!(column * row, where column: [4, 1], row: [3]);
    let _ = bcast!(column * row, where column: [N, 1], row: [M]);
    let (column, row) = ([[1.0_f32]; 4], [2.0_f32; 3]);
    let _ = bcast!(column * row);
    let a = Tensor::<f32, shape![Batch, 1]>::filled_with([4, 1], 1.0).unwrap();
    let b = Tensor::<f32, shape![Time]>::filled_with([4], 1.0).unwrap();
    assert_eq!(outer(&a, &b), 16);
    let (a, b) = (Tensor::<f32, shape![4, 1]>::filled(1.0), Tensor::<f32, shape![4]>::filled(1.0));
    assert_eq!(outer_of_generics(&a, &b), 16);
    let x = Tensor::<f32, shape![_, _]>::filled_with([4, 4], 1.0).unwrap();
    let (a, b) = (a.view().restate(), b.view().restate());
    assert_eq!(unknown(&a.to_owned(), &b.to_owned(), &x), 48);

    // The shape of the result is explicit, by an operand, a target or a place.
    let (d, column, row) = ([[1.0_f32; 4]; 4], [[1.0_f32]; 4], [2.0_f32; 4]);
    let _ = bcast!(d - column - row, axis(row) = 1);
    let _ = bcast!(column * row, to = [4, 4], axis(row) = 1);
    let (d, column, row) = (Array2::<f32>::zeros((4, 4)), Array2::<f32>::zeros((4, 1)), Array1::<f32>::zeros(4));
    let _ = bcast!(d - column - row, axis(row) = 1, where d: [N, N], column: [N, 1], row: [N]);
    // An array without a stated shape may explain the result's shape.
    let _ = bcast!(d - column - row, where column: [N, 1], row: [N]);
    let mut z = d.clone();
    bcast!(z = column * row, where column: [N, 1], row: [N]);

    // The axis is explicit.
    let _ = bcast!(d + row, axis(row) = 0, where d: [4, 4], row: [4]);
    let _ = bcast!(d + row, axis(row) = 1, where d: [4, 4], row: [4]);
    let _ = bcast!(d + row, mode = pdpd, axis = -1, where d: [4, 4], row: [4]);
    let _ = bcast!(d + row, mode = paddle, axis = 0, where d: [4, 4], row: [4]);
    let _ = bcast!(d + column, where d: [4, 4], column: [4, 1]);
    let _ = bcast!(d + column, mode = ncnn, where d: [4, 4], column: [4, 1]);

    // Another axis does not fit, or its length is unknown.
    let x = Array3::<f32>::zeros((2, 3, 4));
    let _ = bcast!(x + row, where x: [2, 3, 4], row: [4]);
    let _ = bcast!(x + row, where x: [_, _, 4], row: [4]);
    let _ = bcast!(x + row, mode = pdpd, where x: [N, M, K], row: [K]);
    let x = [[[1.0_f32; 4]; 3]; 2];
    let row = [1.0_f32; 4];
    let _ = bcast!(x + row);
    let _ = bcast!(x + row, mode = pdpd);
    let _ = bcast!(x + row, mode = ncnn);
    let one = [[1.0_f32]; 2];
    let ones = [1.0_f32];
    let _ = bcast!(one + ones, mode = pdpd);
}
