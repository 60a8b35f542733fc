//! `where`: stated shapes are compared with the actual ones once, before anything is computed.
mod common;

use bcast::{BroadcastError, bcast, try_bcast};
use common::counted;
use ndarray::{Array0, Array1, Array2, Array3, ArrayD, Axis, IxDyn, arr0, array, s};
use std::cell::Cell;

/// Asserts that the call is refused with these words in its text.
fn refused<T: std::fmt::Debug>(result: Result<T, BroadcastError>, words: &[&str]) {
    let error = result.expect_err(&format!("to be refused, with {words:?}")).to_string();
    for word in words {
        assert!(error.contains(word), "no `{word}` in:\n{error}");
    }
}

#[test]
fn literal_lengths() {
    let (x, row) = (counted((2, 3)), counted(3));
    let expected = &x + &row;
    assert_eq!(bcast!(x + row, where x: [2, 3], row: [3]), expected);
    assert_eq!(bcast!(x + row, where x: [2, 3]), expected);
    assert_eq!(bcast!(x + row, where x: [_, 3], row: [_]), expected);
    assert_eq!(bcast!(x + row, mode = pdpd, axis = 1, where row: [3],), expected);
    refused(try_bcast!(x + row, where x: [2, 4], row: [4]), &["x", "3", "4"]);
    // Ranks that types know are compared with the clause at compile time (`ui-tests/tests/ui/where`).
    let (any_x, any_row) = (x.view().into_dyn(), row.view().into_dyn());
    refused(try_bcast!(any_x + any_row, where any_x: [2, 3, 1]), &["any_x"]);
    refused(try_bcast!(any_x + any_row, where any_row: [_, 3]), &["any_row"]);
    refused(try_bcast!(x + row, where x: [3, 3]), &["x"]);
    // A stated 1 may stretch; an actual 1 where another length is stated may not.
    let tall = counted((2, 1));
    assert_eq!(bcast!(x + tall, where x: [2, 3], tall: [2, 1]), &x + &tall);
    refused(try_bcast!(x + tall, where tall: [2, 3]), &["tall"]);
}

#[test]
fn names_are_one_length_each() {
    let (x, gamma, other) = (counted((2, 3, 4)), counted(3), counted(4));
    let g = gamma.clone().insert_axis(Axis(1));
    assert_eq!(bcast!(x * gamma, mode = pdpd, axis = 1, where x: [N, C, W], gamma: [C]), &x * &g);
    assert_eq!(bcast!(x * gamma, mode = pdpd, axis = 1, where x: [_, C, _], gamma: [C]), &x * &g);
    assert_eq!(bcast!(x + other, where x: [A, B, C], other: [C]), &x + &other);
    refused(try_bcast!(x + other, where x: [N, C, N]), &["N"]);
    let square = counted((3, 3));
    assert_eq!(bcast!(square + gamma, allow = rank_promotion, where square: [N, N], gamma: [N]), &square + &gamma);
    // Two distinct names may be equal at run time.
    assert_eq!(bcast!(square * 2.0, where square: [N, M]), &square * 2.0);
    // A NAME is rigid: it does not stretch, even if it is 1.
    let one = counted(1);
    assert_eq!(bcast!(x * one).dim(), (2, 3, 4));
    refused(try_bcast!(x * one, where x: [N, C, W], one: [W]), &["W"]);
    let deep = counted((1, 3));
    assert_eq!(bcast!(deep + gamma, where deep: [N, C], gamma: [C]), &deep + &gamma);
    let big = counted((2, 3));
    refused(try_bcast!(deep + big, where deep: [N, _]), &["deep"]);
    refused(try_bcast!(deep + big, where deep: [N, _], big: [_, _]), &["deep"]);
    refused(try_bcast!(deep + big, where deep: [N, 3], big: [_, 3]), &["deep"]);
    // An unknown length may still be 1 and stretch.
    assert_eq!(bcast!(deep + big, where deep: [_, C], big: [N, C]), &deep + &big);
    assert_eq!(bcast!(deep + big, where deep: [1, C], big: [N, C]), &deep + &big);
}

#[test]
fn values_in_braces() {
    const C: usize = 3;
    struct Config {
        width: usize,
    }
    fn generic<const N: usize>(x: &Array2<f32>) -> Result<Array2<f32>, BroadcastError> {
        try_bcast!(x * 2.0, where x: [_, {N}])
    }
    let (x, row, n, config) = (counted((2, 3)), counted(3), 2, Config { width: 3 });
    let expected = &x + &row;
    assert_eq!(bcast!(x + row, where x: [{n}, {C}], row: [{C}]), expected);
    assert_eq!(bcast!(x + row, where x: [{n}, {config.width}], row: [_]), expected);
    assert_eq!(bcast!(x + row, where x: [{n}, {n + 1}], row: [{n + 1}]), expected);
    refused(try_bcast!(x + row, where x: [{C}, _]), &["x", "{C}"]);
    refused(try_bcast!(x + row, where row: [{n}]), &["row", "{n}"]);
    assert!(generic::<3>(&x).is_ok());
    refused(generic::<4>(&x), &["x", "N"]);
    // Against a literal, a NAME or another value: equal at run time, and never stretched.
    assert_eq!(bcast!(x + row, where x: [_, {C}], row: [3]), expected);
    assert_eq!(bcast!(x + row, where x: [_, {C}], row: [W]), expected);
    assert_eq!(bcast!(x + row, where x: [_, {C}], row: [{n + 1}]), expected);
    let one = 1;
    let single = counted(1);
    refused(try_bcast!(x + single, where x: [_, 3], single: [{one}]), &["single"]);
    refused(try_bcast!(x + single, where x: [_, W], single: [{one}]), &["single"]);
    refused(try_bcast!(x + single, where x: [_, _], single: [{one}]), &["single"]);
    assert_eq!(bcast!(x + single, where x: [_, {C}], single: [1]), &x + &single);
    // Evaluated once, even if written twice.
    let count = Cell::new(0);
    let width = || {
        count.set(count.get() + 1);
        3
    };
    assert_eq!(bcast!(x + row, where x: [_, {width()}], row: [{width()}]), expected);
    assert_eq!(count.get(), 1);
}

#[test]
fn places_and_fields_as_keys() {
    struct Net {
        weight: Array2<f32>,
        rows: Vec<Array1<f32>>,
    }
    let mut net = Net { weight: counted((2, 3)), rows: vec![counted(3)] };
    let row = counted(3);
    let before = net.weight.clone();
    bcast!(net.weight += row, where net.weight: [2, C], row: [C]);
    bcast!(net.rows[0] = row * 2.0, where net.rows[0]: [3], row: [3]);
    assert_eq!((&net.weight, &net.rows[0]), (&(&before + &row), &(&row * 2.0)));
    let mut y = Array2::zeros((2, 3));
    bcast!(y = net.weight + row, where y: [N, C], net.weight: [N, C], row: [C]);
    assert_eq!(y, &net.weight + &row);
    refused(try_bcast!(y = row * 1.0, where y: [3, _]), &["y"]);
    refused(try_bcast!(y = row * 1.0, allow = rank_promotion, where y: [C, C], row: [C]), &["C"]);
    refused(try_bcast!(net.weight *= 2.0, where net.weight: [3, _]), &["net.weight"]);
    bcast!(y = y + &row.view(), where y: [_, C], row.view(): [C]);
    assert_eq!(y, &net.weight + &row + &row);
    let tuple = (counted((2, 3)),);
    assert_eq!(bcast!(tuple.0 + row, where tuple.0: [2, 3]), &tuple.0 + &row);
}

#[test]
fn rank_0_and_constants() {
    let (x, s, zero) = (counted((2, 3)), 2.0_f32, arr0(3.0_f32));
    assert_eq!(bcast!(x * s, where x: [2, 3], s: []), &x * 2.0);
    assert_eq!(bcast!(x * zero, where x: [2, 3], zero: []), &x * 3.0);
    assert_eq!(bcast!(x * s, where s: []), &x * 2.0);
    let (any_x, any_zero) = (x.view().into_dyn(), zero.view().into_dyn());
    refused(try_bcast!(any_x * s, where any_x: []), &["any_x"]);
    // If `s: []` determines which array is first, this is decided at run time.
    assert_eq!(bcast!(s * x, mode = unidirectional, where s: [], x: [2, 3]), &x * 2.0);
    refused(try_bcast!(any_zero * any_x, mode = unidirectional, where any_zero: [], any_x: [2, 3]), &["x", "zero"]);
    assert_eq!(bcast!(s * x, mode = pdpd, base = x, where s: [], x: [2, 3]), &x * 2.0);
    assert_eq!(bcast!(zero * x, mode = pdpd, base = x, where zero: [], x: [2, 3]), &x * 3.0);
    let sum: Array0<f32> = bcast!(zero + s, where zero: []);
    assert_eq!(sum, arr0(5.0));
}

#[test]
fn distinct_symbols_that_are_equal_at_run_time() {
    let (x, y) = (counted((3, 3)), counted((3, 3)));
    assert_eq!(bcast!(x + y, where x: [N, M], y: [N, M]), &x + &y);
    // paddle: identical shapes are valid for any axis, and symbols are compared at run time.
    let n = 3;
    assert_eq!(bcast!(x + y, mode = paddle, axis = 1, where x: [N, {n}], y: [N, 3]), &x + &y);
    let wide = counted((3, 4));
    assert!(try_bcast!(x + wide, mode = paddle, axis = 1, where x: [N, _], wide: [N, _]).is_err());
    // ncnn: a vector of the outermost symbol sits there.
    let column = counted(2);
    let z = counted((2, 3));
    assert_eq!(
        bcast!(z + column, mode = ncnn, where z: [H, W], column: [H]),
        &z + &column.clone().insert_axis(Axis(1))
    );
    // With the same symbol on both axes: still outermost.
    let v = counted(3);
    let outermost = bcast!(x + v, mode = ncnn, allow = ncnn_rank_1, where x: [N, N], v: [N]);
    assert_eq!(outermost, &x + &v.clone().insert_axis(Axis(1)));
}

#[test]
fn checked_once_and_before_anything_is_computed() {
    let (x, row) = (counted((2, 3)), counted(3));
    let count = Cell::new(0);
    let counting = |v: f32| {
        count.set(count.get() + 1);
        v
    };
    refused(try_bcast!(counting(x + row), where x: [3, 3]), &["x"]);
    let mut y = array![[1.0_f32, 2.0, 3.0]];
    refused(try_bcast!(y = counting(row), where y: [2, 3]), &["y"]);
    refused(try_bcast!(y += counting(row), where row: [N], y: [N, _]), &["N"]);
    assert_eq!((count.get(), y), (0, array![[1.0, 2.0, 3.0]]));
    let dynamic: ArrayD<f32> = counted(IxDyn(&[2, 3]));
    assert_eq!(bcast!(dynamic + row, where dynamic: [N, C], row: [C]), (&x + &row).into_dyn());
    refused(try_bcast!(dynamic + row, where dynamic: [N, C, W]), &["dynamic"]);
    let vector = vec![1.0_f32, 2.0, 3.0];
    assert_eq!(bcast!(x + vector, where x: [_, C], vector: [C]), &x + &row);
    refused(try_bcast!(x + vector, where vector: [2]), &["vector"]);
}

#[test]
fn every_mode_with_stated_shapes() {
    let (x, row, column) = (counted((2, 3)), counted(3), counted(2));
    let tall = column.clone().insert_axis(Axis(1));
    let (n, c) = (2, 3);
    assert_eq!(bcast!(x + x, mode = none, where x: [N, C]), &x * 2.0);
    assert_eq!(bcast!(tall + row, where tall: [N, 1], row: [C]), &tall + &row);
    assert_eq!(bcast!(x + tall, mode = unidirectional, where x: [N, C], tall: [N, 1]), &x + &tall);
    assert_eq!(bcast!(x + column, mode = pdpd, axis = 0, where x: [N, C], column: [N]), &x + &tall);
    assert_eq!(bcast!(column + x, mode = paddle, axis = 0, where x: [N, C], column: [N]), &x + &tall);
    assert_eq!(
        bcast!(column, mode = explicit, axes = [0], to = [n, c], where column: [{n}]),
        tall.broadcast((2, 3)).unwrap()
    );
    assert_eq!(bcast!(tall, mode = bidirectional, to = [1, c], where tall: [2, 1]), tall.broadcast((2, 3)).unwrap());
    assert_eq!(bcast!(x + row, to = [4, n, c], where x: [_, C], row: [C]).dim(), (4, 2, 3));
    assert_eq!(bcast!(row + x, axis(row) = 1, where x: [N, C], row: [C]), &x + &row);
    // ncnn with a vector of a symbol other than the outermost one is refused while compiling; as (1, W) it is accepted.
    let wide = row.clone().insert_axis(Axis(0));
    assert_eq!(bcast!(x + wide, mode = ncnn, where x: [H, W], wide: [1, W]), &x + &row);
}

/// Literals make loop bounds constant; other memory layouts use other loops.
#[test]
fn literal_shapes_in_every_layout() {
    let cube = counted((3, 4, 5));
    let large = counted((6, 8, 10));
    let reversed = counted((5, 4, 3));
    let row = counted(5);
    let column = counted((4, 1));
    let layouts = [
        cube.view(),
        reversed.t(),
        cube.slice(s![..;-1, .., ..]),
        cube.slice(s![.., .., ..;-1]),
        large.slice(s![..;2, ..;2, ..;2]),
        large.slice(s![1..4, 4.., 5..]),
        row.broadcast((3, 4, 5)).unwrap(),
        column.broadcast((3, 4, 5)).unwrap(),
    ];
    let mut failures = Vec::new();
    for (i, x) in layouts.iter().enumerate() {
        for (j, y) in layouts.iter().enumerate() {
            let expected =
                Array3::from_shape_fn((3, 4, 5), |(a, b, c)| x[[a, b, c]] - y[[a, b, c]] * row[c] + column[[b, 0]]);
            let sum = bcast!(x - y * row + column, where x: [3, 4, 5], y: [3, 4, 5], row: [5], column: [4, 1]);
            let mut place = Array3::zeros((5, 4, 3));
            let mut transposed = place.view_mut().reversed_axes();
            bcast!(transposed = x - y * row + column, where transposed: [3, 4, 5], x: [3, 4, 5], row: [5]);
            let mut dense = Array3::<f32>::zeros((3, 4, 5));
            bcast!(dense += x - y * row + column, where dense: [3, 4, 5], y: [3, 4, 5], column: [4, 1]);
            if sum != expected || transposed != expected || dense != expected {
                failures.push((i, j));
            }
        }
    }
    assert!(failures.is_empty(), "layouts {failures:?}");
}

/// Rows of literal length have their own kernel, with the same bits: into new memory, into a place and in place.
#[test]
fn rows_of_literal_length() {
    macro_rules! rows {
        ($($n:literal)*) => {$({
            let a = Array2::from_shape_fn((9, $n), |(i, j)| 1.5 + (i * $n + j) as f32);
            let row = Array1::from_shape_fn($n, |j| 0.25 * j as f32 - 1.0);
            let column = Array2::from_shape_fn((9, 1), |(i, _)| i as f32);
            let expected = bcast!((a - row) / (column + 1.0));
            assert_eq!(bcast!((a - row) / (column + 1.0), where a: [9, $n], row: [$n], column: [9, 1]), expected);
            let mut y = Array2::zeros((9, $n));
            bcast!(y = a - row, where y: [9, $n], a: [9, $n], row: [$n]);
            assert_eq!(y, &a - &row);
            bcast!(y *= row, where y: [9, $n], row: [$n]);
            assert_eq!(y, (&a - &row) * &row);
        })*};
    }
    rows!(1 2 3 4 5 8 12 16 20 24 28 32 36 40 41 44);
}

/// A panic in a row of literal length leaves every element of the place old or new.
#[test]
fn a_panic_in_a_row_of_literal_length() {
    let a = Array2::from_shape_fn((3, 4), |(i, j)| (i * 4 + j) as i32);
    let row = Array1::from_elem(4, 100);
    let mut y = Array2::from_elem((3, 4), -1);
    let check = |x: i32| {
        assert!(x != 6, "reached");
        x
    };
    let attempt = std::panic::AssertUnwindSafe(|| {
        bcast!(y = check(a) + row, where y: [3, 4], a: [3, 4], row: [4]);
    });
    assert!(std::panic::catch_unwind(attempt).is_err());
    for (&y, &a) in y.iter().zip(&a) {
        assert!(y == -1 || y == a + 100, "{y} where {a} was read");
    }
}

/// An operand stated as `[]` may be an array of rank 0, and beside it paddle's axis need not be valid for identical shapes.
#[test]
fn a_shape_without_axes_in_paddle() {
    let (a, b, c) = (counted((3, 1, 3)), Array0::from_elem((), 2.0_f32), counted((3, 3, 3)));
    let expected = bcast!(a + b, to = [3, 3, 3]);
    assert_eq!(bcast!(a + b, mode = paddle, axis = 2, to = [3, 3, 3], where a: [3, 1, 3], b: []), expected);
    assert_eq!(bcast!(a + b + c, mode = paddle, axis = 2, where a: [3, 1, 3], b: [], c: [3, 3, 3]), bcast!(a + b + c));
}

/// More names than are compared without the rulebook.
#[test]
fn nine_names() {
    let shape = [1, 2, 1, 2, 1, 2, 1, 2, 3];
    let a = ArrayD::from_shape_fn(IxDyn(&shape), |index| index[8] as f32);
    let b = &a * 2.0;
    let sum = bcast!(a + b, where a: [A, B, C, D, E, F, G, H, I], b: [A, B, C, D, E, F, G, H, I]);
    assert_eq!(sum, &a * 3.0);
    let other = ArrayD::<f32>::zeros(IxDyn(&[1, 2, 1, 2, 1, 2, 1, 2, 2]));
    refused(
        try_bcast!(a + other, where a: [A, B, C, D, E, F, G, H, I], other: [A, B, C, D, E, F, G, H, I]),
        &["length 2, but `I` is 3 at axis 8 of `a`"],
    );
}
