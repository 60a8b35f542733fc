//! Tensors and their views as places.

use bcast::typed::Shape;
use bcast::{Tensor, bcast, dim, shape};
use ndarray::{Array2, array};

use crate::tables::{equal, of_type, untyped};

dim!(Batch);

fn counted<S: Shape>(lengths: S::Lengths) -> Tensor<i64, S> {
    crate::tables::from(1, lengths)
}

#[test]
fn static_places() {
    let (row, column) = (counted::<shape![3]>([3]), counted::<shape![2, 1]>([2, 1]));
    let mut y = Tensor::<i64, shape![2, 3]>::filled(0);
    bcast!(y = row);
    assert_eq!(y.as_nested(), &[[1, 2, 3]; 2]);
    bcast!(y += column);
    assert_eq!(y.as_nested(), &[[2, 3, 4], [3, 4, 5]]);
    bcast!(y = y * y - row);
    assert_eq!(y.as_nested(), &[[3, 7, 13], [8, 14, 22]]);
    bcast!(y = row * column, mode = numpy);
    assert_eq!(y.as_nested(), &[[1, 2, 3], [2, 4, 6]]);
    let per_row = [10, 20];
    bcast!(y -= per_row, mode = pdpd, axis = 0);
    assert_eq!(y.as_nested(), &[[-9, -8, -7], [-18, -16, -14]]);
    bcast!(y = per_row, mode = explicit, axes = [0]);
    assert_eq!(y.as_nested(), &[[10; 3], [20; 3]]);
    bcast!(y = row, mode = explicit, axes = [1], to = [2, 3]);
    assert_eq!(y.as_nested(), &[[1, 2, 3]; 2]);
    bcast!(y = per_row + y, mode = ncnn);
    assert_eq!(y.as_nested(), &[[11, 12, 13], [21, 22, 23]]);
    bcast!(y = per_row + y, mode = paddle, axis = 0, threads);
    assert_eq!(y.as_nested(), &[[21, 22, 23], [41, 42, 43]]);
    bcast!(y %= 10);
    assert_eq!(y.as_nested(), &[[1, 2, 3]; 2]);
    bcast!(y = 5, mode = none);
    assert_eq!(y.as_nested(), &[[5; 3]; 2]);
    let mut view = y.view_mut();
    bcast!(view <<= column);
    let by_ref = &mut view;
    bcast!(by_ref = by_ref + row, mode = unidirectional);
    bcast!(*by_ref -= 1);
    assert_eq!(y.as_nested(), &[[10, 11, 12], [20, 21, 22]]);
    bcast!(y.outer_mut(1) = row);
    bcast!(y.view_mut() *= -1);
    assert_eq!(y.as_nested(), &[[-10, -11, -12], [-1, -2, -3]]);
    let mut none = Tensor::<i64, shape![0, 3]>::filled(0);
    bcast!(none += row);
    let mut scalar = Tensor::<i64, shape![]>::filled(3);
    bcast!(scalar = scalar * scalar);
    assert_eq!(scalar.into_nested(), 9);
    let mut wide = Tensor::<i64, shape![1, 2, 1, 1, 1, 1, 1, 3]>::filled(0);
    bcast!(wide = row + 1);
    assert_eq!(wide.as_slice(), [2, 3, 4, 2, 3, 4]);
    let mut nested = [[0; 3]; 2];
    bcast!(nested = row * column);
    assert_eq!(nested, [[1, 2, 3], [2, 4, 6]]);
}

/// Writes to places with shapes in types, and to ndarray arrays of equal shape. The operands stretch along each other, and their join
/// stretches to the place.
macro_rules! written_alike {
    ($($y:tt = $a:tt, $b:tt;)*) => {$({
        let (a, b) = (of_type::<shape! $a>(1), of_type::<shape! $b>(4));
        let mut y = of_type::<shape! $y>(7);
        let mut nested = *y.as_nested();
        let (c, d, mut z) = (untyped(&a), untyped(&b), untyped(&y));
        bcast!(y = 2 * a - b, allow = rank_promotion);
        bcast!(nested = 2 * a - b, allow = rank_promotion);
        bcast!(z = 2 * c - d);
        equal(&y, &z, stringify!($y = $a, $b));
        assert_eq!(&nested, y.as_nested());
        bcast!(y -= a * 3, allow = rank_promotion);
        bcast!(nested -= a * 3, allow = rank_promotion);
        bcast!(z -= c * 3);
        equal(&y, &z, stringify!($y = $a, $b));
        assert_eq!(&nested, y.as_nested());
        bcast!(y = b + y * a, mode = multidirectional, allow = rank_promotion);
        bcast!(nested = b + nested * a, mode = multidirectional, allow = rank_promotion);
        bcast!(z = d + z * c);
        equal(&y, &z, stringify!($y = $a, $b));
        assert_eq!(&nested, y.as_nested());
    })*};
}

#[test]
fn places_of_every_rank() {
    written_alike! {
        [3] = [3], [1];
        [3] = [1], [1];
        [1] = [1], [];
        [3] = [], [];
        [2, 3] = [2, 3], [2, 3];
        [2, 3] = [2, 1], [3];
        [2, 3] = [1, 1], [3];
        [2, 1] = [1, 1], [2, 1];
        [2, 2] = [2], [2, 1];
        [4, 2, 3] = [2, 1], [3];
        [4, 2, 3] = [4, 1, 1], [1, 3];
        [1, 2, 3] = [2, 3], [1, 1, 1];
        [0, 2] = [0, 1], [1, 2];
        [3, 0] = [3, 1], [0];
        [2, 1, 2, 3] = [2, 3], [1, 2, 1];
        [2, 1, 2, 1, 3] = [2, 1, 1, 1, 1], [1, 2, 1, 3];
        [1, 2, 1, 2, 1, 2] = [2], [2, 1, 1, 1, 1];
        [2, 1, 2, 1, 1, 1, 3] = [3], [2, 1, 1, 1, 1];
        [1, 2, 1, 1, 2, 1, 1, 3] = [2, 1, 1, 1], [3];
    }
}

#[test]
fn places_with_unknown_lengths() {
    let (row, column) = (counted::<shape![3]>([3]), counted::<shape![2, 1]>([2, 1]));
    let expected = [1, 2, 3, 2, 4, 6];
    let mut named = Tensor::<i64, shape![Batch, 3]>::filled_with([2, 3], 0).unwrap();
    bcast!(named = row);
    assert_eq!(named.as_slice(), [1, 2, 3, 1, 2, 3]);
    let mut unknown = Tensor::<i64, shape![_, _]>::filled_with([2, 3], 0).unwrap();
    bcast!(unknown = row * column);
    assert_eq!(unknown.as_slice(), expected);
    bcast!(unknown -= named);
    assert_eq!(unknown.as_slice(), [0, 0, 0, 1, 2, 3]);
    bcast!(named = named + unknown, mode = none);
    assert_eq!(named.as_slice(), expected);
    let mut partly = Tensor::<i64, shape![2, _]>::filled_with([2, 3], 0).unwrap();
    bcast!(partly = row * column, to = [2, 3]);
    assert_eq!(partly.as_slice(), expected);
    let mut array = Array2::zeros((2, 3));
    bcast!(array = row * column);
    assert_eq!(array, array![[1, 2, 3], [2, 4, 6]]);
    let mut dynamic = array.clone().into_dyn();
    bcast!(dynamic += named, where dynamic: [2, C], named: [2, C]);
    assert_eq!(dynamic.into_raw_vec_and_offset().0, [2, 4, 6, 4, 8, 12]);
    let (mut vec, first) = (vec![0; 3], row.view());
    bcast!(vec = first * 2);
    bcast!(vec[..] += first);
    assert_eq!(vec, [3, 6, 9]);
    // A transposed view is written in its own order.
    let columns = counted::<shape![3, 1]>([3, 1]);
    bcast!(array.view_mut().reversed_axes() = columns, mode = pdpd, axis = -1, axis(columns) = 0);
    assert_eq!(array, array![[1, 2, 3], [1, 2, 3]]);
}
