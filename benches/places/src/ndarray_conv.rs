//! ndarray-conv 0.6.1. The data is already padded, and the kernel already reversed.

use bcast::bcast;
use ndarray::{Array, Array2, ArrayView, ArrayView2, ArrayView4, ShapeBuilder};

use crate::random::Random;
use crate::table::Table;
use crate::{Matrix, Vector};

// ndarray-conv 0.6.1, src/conv/mod.rs, `conv` with one axis
fn vector_ndarray((data, kernel): &(Vector, Vector)) -> Vector {
    let offsets: Vec<_> = kernel.iter().enumerate().filter(|(_, weight)| **weight != 0.0).collect();
    let mut result = Array::zeros(data.len() - kernel.len() + 1);
    let p: *mut f64 = result.as_mut_ptr();
    let view = ArrayView::from_shape(result.len(), data.as_slice().expect("contiguous")).expect("long enough");
    view.iter().enumerate().for_each(|(i, current)| {
        let mut sum = 0.0;
        // SAFETY: an offset is less than the kernel's length, so that it ends in the data.
        offsets
            .iter()
            .for_each(|&(offset, weight)| sum += unsafe { *std::ptr::from_ref(current).add(offset) } * weight);
        // SAFETY: the result is as long as the view.
        unsafe { *p.add(i) = sum };
    });
    result
}

fn vector_bcast((data, kernel): &(Vector, Vector)) -> Vector {
    let shape = (data.len() - kernel.len() + 1, kernel.len()).strides((1, 1));
    let window = ArrayView2::from_shape(shape, data.as_slice().expect("contiguous")).expect("long enough");
    bcast!(sum(window * kernel, axis = 1))
}

// ndarray-conv 0.6.1, src/conv/mod.rs, `conv` with two axes
fn matrix_ndarray((data, kernel): &(Matrix, Matrix)) -> Matrix {
    let step = data.ncols();
    let offsets: Vec<_> = kernel
        .indexed_iter()
        .filter(|(_, weight)| **weight != 0.0)
        .map(|((i, j), weight)| (i * step + j, *weight))
        .collect();
    let shape = (data.nrows() - kernel.nrows() + 1, data.ncols() - kernel.ncols() + 1);
    let mut result = Array2::zeros(shape);
    let p: *mut f64 = result.as_mut_ptr();
    let view = ArrayView2::from_shape(shape.strides((step, 1)), data.as_slice().expect("contiguous"));
    view.expect("large enough").iter().enumerate().for_each(|(i, current)| {
        let mut sum = 0.0;
        // SAFETY: the kernel is inside the data at each position of the view.
        offsets
            .iter()
            .for_each(|&(offset, weight)| sum += unsafe { *std::ptr::from_ref(current).add(offset) } * weight);
        // SAFETY: the result has as many elements as the view.
        unsafe { *p.add(i) = sum };
    });
    result
}

fn matrix_bcast((data, kernel): &(Matrix, Matrix)) -> Matrix {
    let ((rows, step), (n, m)) = (data.dim(), kernel.dim());
    let shape = (rows - n + 1, step - m + 1, n, m).strides((step, 1, step, 1));
    let window = ArrayView4::from_shape(shape, data.as_slice().expect("contiguous")).expect("large enough");
    bcast!(sum(window * kernel, axis = [2, 3]))
}

/// Measures all places of the crate.
pub fn measure(table: &mut Table) {
    let mut places = table.of("ndarray-conv", include_str!("ndarray_conv.rs"));
    let vectors = |(n, k), r: &mut Random| (r.vector(n, -1.0..1.0), r.vector(k, -1.0..1.0));
    places.value("vector", 1e-13, [(100, 5), (50_000, 31)], vectors, [vector_ndarray, vector_bcast]);
    let matrices = |(n, k), r: &mut Random| (r.matrix((n, n), -1.0..1.0), r.matrix((k, k), -1.0..1.0));
    places.value("matrix", 1e-13, [(16, 3), (500, 5)], matrices, [matrix_ndarray, matrix_bcast]);
}
