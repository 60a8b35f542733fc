//! Arrays that all have alignments of their own join to the result.

use bcast::Tensor;
use bcast::answer::ErrorKind;
use bcast::{bcast, shape, try_bcast};
use ndarray::{Array2, Array3, ArrayD, array};

#[test]
fn arrays() {
    let (row, col) = (array![1.0_f32, 2.0, 3.0], array![10.0_f32, 20.0]);
    let outer: Array2<f32> = bcast!(row * col, axis(col) = 0, axis(row) = 1);
    assert_eq!(outer, array![[10.0, 20.0, 30.0], [20.0, 40.0, 60.0]]);
    let by_axes: Array2<f32> = bcast!(row * col, axes(col) = [0], axes(row) = [1]);
    assert_eq!(by_axes, outer);
    let cube: Array3<f32> = bcast!(outer + row * 2.0, axis(outer) = 0, axis(row) = 2, to = [2, 3, 3]);
    assert_eq!(cube.shape(), [2, 3, 3]);
    let k = 1;
    let open: ArrayD<f32> = bcast!(row * col, axis(col) = 0, axis(row) = k);
    assert_eq!(open, outer.clone().into_dyn());
    assert_eq!(try_bcast!(row * col, axis(col) = 0, axis(row) = 2).unwrap_err().kind(), ErrorKind::UncoveredAxis);
    let mut place = Array2::zeros((2, 3));
    bcast!(place = row * col, axis(col) = 0, axis(row) = 1);
    assert_eq!(place, outer);
}

#[test]
fn nested_arrays() {
    let (row, col) = ([1, 2, 3], [10, 20]);
    let outer: [[i32; 3]; 2] = bcast!(row * col, axis(col) = 0, axis(row) = 1);
    assert_eq!(outer, [[10, 20, 30], [20, 40, 60]]);
    let by_axes: [[i32; 3]; 2] = bcast!(row * col, axes(col) = [0], axes(row) = [1]);
    assert_eq!(by_axes, outer);
    let sum: [[i32; 3]; 2] = bcast!(outer + row, axis(outer) = 0, axis(row) = 1);
    assert_eq!(sum, [[11, 22, 33], [21, 42, 63]]);
    let square: [[i32; 2]; 2] = bcast!(col * col, axis(col) = 0, to = [2, 2]);
    assert_eq!(square, [[100, 100], [400, 400]]);
    let cube: [[[i32; 3]; 2]; 3] = bcast!(outer * row, axis(outer) = 1, axis(row) = 0);
    assert_eq!(cube[2][1][0], 60);
}

#[test]
fn tensors() {
    let row = Tensor::<f32, shape![3]>::from_fn(|[i]| i as f32);
    let col = Tensor::<f32, shape![_]>::from_vec_with([2], vec![10.0, 20.0]).unwrap();
    let outer: Tensor<f32, shape![_, 3]> = bcast!(row * col, axis(col) = 0, axis(row) = 1);
    assert_eq!(outer.as_slice(), [0.0, 10.0, 20.0, 0.0, 20.0, 40.0]);
    assert_eq!(outer_product(&row, &Tensor::<f32, shape![2]>::from_fn(|_| 1.0)).lengths(), [2, 3]);
}

fn outer_product<const N: usize, const M: usize>(
    row: &Tensor<f32, shape![N]>,
    col: &Tensor<f32, shape![M]>,
) -> Tensor<f32, shape![M, N]> {
    bcast!(row * col, axis(col) = 0, axis(row) = 1)
}

/// `axis(..) = -1` counts from the last axis of the result, which the other arrays give.
#[test]
fn from_the_last_axis() {
    let (column, cube) = ([[1], [2]], [[[10, 20]]]);
    let sum: [[[i32; 2]; 2]; 1] = bcast!(column + cube, axis(column) = -1, axes(cube) = [0, 1, 2]);
    assert_eq!(sum, [[[11, 21], [12, 22]]]);
    let (row, long) = ([1, 2], [[[5], [6]]]);
    let sum: [[[i32; 1]; 2]; 2] = bcast!(row + long, axis(row) = 0, axis(long) = -1);
    assert_eq!(sum, [[[6], [7]], [[7], [8]]]);
}
