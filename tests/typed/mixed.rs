//! Tensors beside nested arrays, ndarray's arrays, slices, `Vec`s and constants.

use bcast::typed::Shape;
use bcast::{Tensor, TensorView, bcast, dim, math, shape, try_bcast};
use ndarray::{Array1, Array2, ArrayD, IxDyn, array};

dim!(Batch, Channel);

fn counted<S: Shape>(lengths: S::Lengths) -> Tensor<i64, S> {
    crate::tables::from(1, lengths)
}

#[test]
fn kinds_of_arrays() {
    let x = counted::<shape![Batch, 3]>([2, 3]);
    let (nested, array, dynamic) = ([[10], [20]], array![[100, 200, 300]], array![1000].into_dyn());
    let (vec, slice, s) = (vec![1, 2, 3], &[7, 8, 9][..], 5);
    // A nested array of two rows would join a literal 2 with a name.
    let c: Tensor<i64, shape![Batch, 3]> = bcast!(x * s + array);
    assert_eq!(c.as_slice(), [105, 210, 315, 120, 225, 330]);
    let c: Tensor<i64, shape![Batch, 3]> = bcast!(vec + x - slice);
    assert_eq!(c.as_slice(), [-5, -4, -3, -2, -1, 0]);
    let c: Tensor<i64, shape![Batch, 3]> = bcast!(x + dynamic, mode = unidirectional);
    assert_eq!(c.as_slice(), [1001, 1002, 1003, 1004, 1005, 1006]);
    let c: Tensor<i64, shape![2, _]> = bcast!(array + nested, to = [2, 3]).try_into().unwrap();
    assert_eq!(c.as_slice(), [110, 210, 310, 120, 220, 320]);
    let two = counted::<shape![2, _]>([2, 3]);
    let c: Tensor<i64, shape![2, 3]> = bcast!(nested + two + s, to = [2, 3]);
    assert_eq!(c.as_nested(), &[[16, 17, 18], [29, 30, 31]]);
    let c: Tensor<i64, shape![2, _]> = bcast!(nested + two + array);
    assert_eq!(c.as_slice(), [111, 212, 313, 124, 225, 326]);
    let c: Tensor<(bool, i64), shape![Batch, 3]> = bcast!((x > 3, x));
    assert_eq!(c[[1, 0]], (true, 4));
    let column: Array1<i64> = array![10, 20];
    let c: Tensor<i64, shape![Batch, 3]> = bcast!(x + column, mode = pdpd, axis = 0);
    assert_eq!(c.as_slice(), [11, 12, 13, 24, 25, 26]);
    #[expect(clippy::erasing_op, reason = "lints reach the operators of a call")]
    let c: Tensor<i64, shape![_, 3]> =
        bcast!(column + x * 0 + x, axis(column) = 0, base = x, mode = unidirectional).restate();
    assert_eq!(c[[1, 2]], 26);
    // The transposed array as an operand, and as A.
    let square = array![[1, 2, 3], [4, 5, 6]];
    let c: Tensor<i64, shape![_, _]> = bcast!(&square.t() * &counted::<shape![3, 1]>([3, 1]), mode = pdpd, axis = 0);
    assert_eq!(c.as_slice(), [1, 4, 4, 10, 9, 18]);
    // With an operand of unknown rank the result is not a tensor; the other operands determine its type.
    let both: Array2<i64> = bcast!(nested + square);
    assert_eq!(both, array![[11, 12, 13], [24, 25, 26]]);
}

#[test]
fn where_clauses() {
    let (x, gain) = (counted::<shape![Batch, Channel, 2]>([2, 3, 2]), array![1, 10, 100]);
    let c: Tensor<i64, shape![Batch, Channel, 2]> =
        bcast!(x * gain, mode = pdpd, axis = 1, where x: [N, C, 2], gain: [C]);
    assert_eq!(c[[1, 2, 1]], 1200);
    let fixed = [[1, 2], [3, 4]];
    let c: [[i64; 2]; 2] = bcast!(fixed * 2, where fixed: [2, N]);
    assert_eq!(c, [[2, 4], [6, 8]]);
    let error = try_bcast!(x * gain, mode = pdpd, axis = 1, where x: [_, _, _], gain: [4]).unwrap_err();
    assert_eq!(error.culprit_name(), Some("gain"));
}

#[test]
fn functions_and_calls() {
    let x = Tensor::<f32, shape![2]>::from_nested([0.0, 1.0]);
    let c: Tensor<f32, shape![2]> = bcast!(x.exp() + x.sigmoid());
    assert_eq!(c[[1]], math::exp(1.0_f32) + math::sigmoid(1.0_f32));
    fn load() -> Tensor<f32, shape![2]> {
        Tensor::filled(1.0)
    }
    let parts = (x.view(), [load()]);
    let c: Tensor<f32, shape![2]> = bcast!(&load() + parts.0 + &parts.1[0] + &x.view());
    assert_eq!(c.into_nested(), [2.0, 4.0]);
    let shared = std::sync::Arc::new(load());
    let guard = std::sync::Mutex::new(load());
    let guard = guard.lock().unwrap();
    let c: Tensor<f32, shape![2]> = bcast!(*shared + *guard);
    assert_eq!(c.into_nested(), [2.0; 2]);
    // Zero-sized elements, large ones, and over-aligned ones.
    let none = Tensor::<(), shape![3, 1]>::filled(());
    let c: Tensor<(), shape![3, 4]> = bcast!(none, to = [3, 4]);
    assert_eq!(c.len(), 12);
    #[derive(Clone, Copy)]
    #[repr(align(128))]
    struct Wide([u64; 17]);
    let wide = Tensor::<Wide, shape![5, 1]>::from_fn(|[i, _]| Wide([i as u64; 17]));
    let row = Tensor::<u64, shape![40]>::from_fn(|[j]| j as u64);
    let c: Tensor<u64, shape![5, 40]> = bcast!((wide).0[16] * 100 + row);
    assert_eq!(c[[4, 39]], 439);
}

#[test]
fn sixteen_arrays() {
    let a = counted::<shape![2, 1]>([2, 1]);
    let b = counted::<shape![Batch]>([3]);
    let [c, d, e, f, g, h] = [[1_i64], [2], [3], [4], [5], [6]];
    let [i, j, k, l] = [[7_i64], [8], [9], [10]].map(Array1::from_iter);
    let [m, n, o, p] = [a.view(), a.view(), a.view(), a.view()];
    let all: Tensor<i64, shape![2, Batch]> = bcast!(a + b + c + d + e + f + g + h + i + j + k + l + m * n * o * p);
    assert_eq!(all.as_slice(), [58, 59, 60, 74, 75, 76]);
    let q = [a.as_nested(); 1][0];
    let [a, b, c, d, e, f, g, h] = [[[1_i64; 3]; 2]; 8];
    let [i, j, k, l, m, n, o] = [[[2_i64; 3]; 2]; 7];
    let all: [[i64; 3]; 2] = bcast!(a + b + c + d + e + f + g + h + i + j + k + l + m + n + o + q);
    assert_eq!(all, [[23; 3], [24; 3]]);
}

#[test]
fn ranks_beyond_six_beside_arrays() {
    let x = counted::<shape![1, 2, 1, 2, 1, 2, 3, _]>([1, 2, 1, 2, 1, 2, 3, 1]);
    let row: Array1<i64> = array![1, 2];
    type Eight = shape![1, 2, 1, 2, 1, 2, 3, _];
    let c: Tensor<i64, Eight> = bcast!(x * row);
    assert_eq!(c.shape(), [1, 2, 1, 2, 1, 2, 3, 2]);
    let any: ArrayD<i64> = array![1].into_dyn();
    let view: TensorView<'_, i64, _> = x.view();
    let c: Tensor<i64, Eight> = bcast!(view + any, mode = pdpd);
    assert_eq!(c, x.map(|&element| element + 1));
}

/// In bidirectional a target's rank does not determine the result's while the rank of one array is unknown.
#[test]
fn bidirectional_beside_unknown_ranks() {
    let a = ArrayD::from_elem(IxDyn(&[2, 1]), 1.0);
    let c: Tensor<f64, shape![2]> = Tensor::from_vec(vec![1.0, 2.0]).unwrap();
    let sum: ArrayD<f64> = bcast!(a + c, to = [2], mode = bidirectional);
    assert_eq!(sum, array![[2.0, 3.0], [2.0, 3.0]].into_dyn());
    let mut place = ArrayD::from_elem(IxDyn(&[2]), 1.0);
    bcast!(place = c + place, to = [2], mode = bidirectional);
    assert_eq!(place, array![2.0, 3.0].into_dyn());
    let mut of_types = c;
    bcast!(of_types += place, to = [2], mode = bidirectional);
    assert_eq!(of_types.as_slice(), [3.0, 5.0]);
    let error = try_bcast!(of_types += a, to = [2], mode = bidirectional).unwrap_err();
    assert!(error.to_string().contains("mode = bidirectional"), "{error}");
}

/// In paddle an `axis` requires identical shapes for arrays of equal rank, unless one of lower rank is present; an array of unknown rank
/// may be that one.
#[test]
fn paddle_beside_unknown_ranks() {
    let a: Tensor<f64, shape![1, 1]> = Tensor::from_vec(vec![5.0]).unwrap();
    let row = ArrayD::from_elem(IxDyn(&[3]), 2.0);
    let sum: Tensor<f64, shape![1, 3]> = bcast!(a + row, mode = paddle, axis = 1, to = [1, 3]);
    assert_eq!(sum.as_slice(), [7.0; 3]);
    let sum: Tensor<f64, shape![1, 3]> = bcast!(row + a, mode = paddle, axis = 1, to = [1, 3]);
    assert_eq!(sum.as_slice(), [7.0; 3]);
    let matrix = ArrayD::from_elem(IxDyn(&[1, 3]), 2.0);
    let error = try_bcast!(a + matrix, mode = paddle, axis = 1, to = [1, 3]).unwrap_err();
    assert!(error.to_string().contains("mode = paddle"), "{error}");
}

/// In ncnn a vector that does not fit the innermost axis lies on the outermost one, if the lengths prove equal at run time.
#[test]
fn ncnn_vector_of_an_unknown_outermost_length() {
    let vector = [1_i64, 2];
    let of = |length: usize| Array2::from_elem((length, 3), 10_i64);
    let ones = [[1_i64; 3]; 1];
    let (two, three) = (of(2), of(3));
    let sum: Array2<i64> = bcast!(two + ones + vector, mode = ncnn);
    assert_eq!(sum, array![[12, 12, 12], [13, 13, 13]]);
    let error = try_bcast!(three + ones + vector, mode = ncnn).unwrap_err();
    assert!(error.to_string().contains("length 2 meets 3"), "{error}");
    let unknown: Tensor<i64, shape![_, 3]> = Tensor::try_from(two).unwrap();
    let sum: Tensor<i64, shape![_, 3]> = bcast!(unknown + vector, mode = ncnn);
    assert_eq!(sum.as_slice(), [11, 11, 11, 12, 12, 12]);
    let named: Tensor<i64, shape![Batch, 3]> = Tensor::try_from(of(2)).unwrap();
    let sum: Tensor<i64, shape![Batch, 3]> = bcast!(named + vector, mode = ncnn);
    assert_eq!(sum.as_slice(), [11, 11, 11, 12, 12, 12]);
    let named: Tensor<i64, shape![Batch, 3]> = Tensor::try_from(three).unwrap();
    let error = try_bcast!(named + vector, mode = ncnn).unwrap_err();
    assert!(error.to_string().contains("length 2 meets 3"), "{error}");
}
