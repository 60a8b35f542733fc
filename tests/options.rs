//! Options: forms of values, defaults, evaluation, and their meaning in every mode.
mod common;

use bcast::{bcast, try_bcast};
use common::counted;
use ndarray::{Array2, Array3, Axis, Dim, IxDyn, array};
use std::cell::Cell;

#[test]
fn axis_takes_any_integer() {
    const AXIS: i8 = 0;
    struct Config {
        axis: u16,
    }
    let (x, b) = (counted((2, 3)), array![10.0_f32, 20.0]);
    let expected = &x + &array![[10.0], [20.0]];
    let (config, table) = (Config { axis: 0 }, [0_i64, 1]);
    let zero = || 0_u128;
    assert_eq!(bcast!(x + b, mode = pdpd, axis = 0), expected);
    assert_eq!(bcast!(x + b, mode = pdpd, axis = 0_usize), expected);
    assert_eq!(bcast!(x + b, mode = pdpd, axis = AXIS), expected);
    assert_eq!(bcast!(x + b, mode = pdpd, axis = config.axis), expected);
    assert_eq!(bcast!(x + b, mode = pdpd, axis = table[0]), expected);
    assert_eq!(bcast!(x + b, mode = pdpd, axis = zero()), expected);
    assert_eq!(bcast!(x + b, mode = pdpd, axis = 1 - 1), expected);
    assert_eq!(bcast!(x + b, mode = pdpd, axis = if x.ndim() > 1 { 0 } else { 1 }), expected);
    assert_eq!(bcast!(x + b, mode = pdpd, axis = x.ndim() - b.ndim() - 1), expected);
    assert_eq!(bcast!(x + b, mode = paddle, axis = AXIS), expected);
    let by_ref = &0_i32;
    assert_eq!(bcast!(x + b, mode = pdpd, axis = by_ref), expected);
    // Out of range by any amount: an error, never wrapping.
    for axis in [i128::MIN, i64::MIN.into(), -3, 3, i64::MAX.into(), u64::MAX.into(), i128::MAX] {
        assert!(try_bcast!(x + b, mode = pdpd, axis = axis).is_err(), "pdpd, {axis}");
        assert!(try_bcast!(x + b, mode = paddle, axis = axis).is_err(), "paddle, {axis}");
        assert!(try_bcast!(x + b, axis(b) = axis).is_err(), "own, {axis}");
        assert!(try_bcast!(b, mode = explicit, axes = [axis], to = [2, 3]).is_err(), "explicit, {axis}");
    }
}

#[test]
fn lists_take_arrays_slices_vectors_tuples_and_dimensions() {
    let (x, n) = (array![[1.0_f32, 2.0, 3.0]], 2_u8);
    let expected = array![[1.0, 2.0, 3.0], [1.0, 2.0, 3.0]];
    let (vec, array) = (vec![2_i32, 3], [2_usize, 3]);
    let slice: &[usize] = &array;
    macro_rules! all {
        ($($to:expr),* $(,)?) => {$(
            assert_eq!(bcast!(x, to = $to).into_dyn(), expected.clone().into_dyn(), "{}", stringify!($to));
        )*};
    }
    all!(
        [2, 3],
        [n, 3],
        (2, 3),
        (n, 3_i64),
        vec,
        &vec,
        array,
        &array,
        slice,
        &vec[..],
        vec![2, 3],
        Dim([2, 3]),
        IxDyn(&[2, 3])
    );
    all!(expected.raw_dim(), expected.dim(), expected.shape(), [expected.nrows(), 3], {
        let m = 2;
        [m, 3]
    });
    let row = array![1.0_f32, 2.0, 3.0];
    let axes = vec![1_u8];
    macro_rules! axes {
        ($($axes:expr),*) => {$(
            assert_eq!(bcast!(row, mode = explicit, axes = $axes, to = [2, 3]), expected, "{}", stringify!($axes));
            assert_eq!(bcast!(row + 0.0, axes(row) = $axes, to = [2, 3]), expected, "{}", stringify!($axes));
        )*};
    }
    axes!([1], (1,), axes, &axes, &axes[..], vec![1], [row.ndim()], Dim([1]));
    // One integer is a target of rank 1.
    let one = array![7.0_f32];
    assert_eq!(bcast!(one, to = 3), array![7.0, 7.0, 7.0]);
    assert_eq!(bcast!(one, to = n), array![7.0, 7.0]);
    // A target of rank 0, and lengths 0.
    assert_eq!(bcast!(&ndarray::arr0(7.0_f32), to = []).shape(), [0_usize; 0]);
    assert_eq!(bcast!(&ndarray::arr0(7.0_f32), to = [0, 3]).shape(), [0, 3]);
    // Invalid lengths, and more elements than there is memory for.
    let negative = -1;
    assert!(try_bcast!(x, to = [negative, 3]).is_err());
    let huge = usize::MAX;
    assert!(try_bcast!(x, to = [huge, 3]).is_err());
    assert!(try_bcast!(x, to = [huge / 4, 3]).is_err());
    assert!(try_bcast!(x, to = [0, huge, 3]).is_err());
    assert!(try_bcast!(x, to = [u128::MAX, 3]).is_err());
}

#[test]
fn values_are_evaluated_once_after_the_operands() {
    let order = Cell::new(Vec::new());
    fn noted<T>(order: &Cell<Vec<&'static str>>, name: &'static str, value: T) -> T {
        let mut names = order.take();
        names.push(name);
        order.set(names);
        value
    }
    let (x, b) = (counted((2, 3)), array![10.0_f32, 20.0]);
    let c = bcast!(x + &noted(&order, "b", b.clone()), mode = pdpd, axis = noted(&order, "axis", 0));
    assert_eq!((order.take(), c[[1, 0]]), (vec!["b", "axis"], 24.0));
    let c = bcast!(
        b * &noted(&order, "operand", 1.0_f32),
        mode = explicit,
        axes = noted(&order, "axes", [1]),
        to = [noted(&order, "n", 3), noted(&order, "m", 2)]
    );
    assert_eq!((order.take(), c.dim()), (vec!["operand", "axes", "n", "m"], (3, 2)));
    let mut y = x.clone();
    let c = try_bcast!(y = x + b, mode = pdpd, axis(b) = noted(&order, "own", 5));
    assert_eq!((order.take(), c.is_err()), (vec!["own"], true));
    // Ordinary Rust, including `?` and `.await`.
    let wrong = (|| -> Result<Array2<f32>, std::num::ParseIntError> {
        Ok(bcast!(x + b, mode = pdpd, axis = "zero".parse::<i32>()?))
    })();
    assert!(wrong.is_err());
    let right = (|| -> Result<Array2<f32>, std::num::ParseIntError> {
        Ok(bcast!(x + b, mode = pdpd, axis = "0".parse::<i32>()?))
    })();
    assert_eq!(right.unwrap()[[0, 0]], 11.0);
}

#[test]
fn every_mode() {
    let (x, row, column) = (counted((2, 3)), counted(3), counted(2));
    let tall = column.clone().insert_axis(Axis(1));
    assert_eq!(bcast!(x + row), &x + &row);
    assert_eq!(bcast!(x + row, mode = numpy), &x + &row);
    assert_eq!(bcast!(x + row, mode = multidirectional), &x + &row);
    assert_eq!(bcast!(tall + row, mode = multidirectional), &tall + &row);
    assert_eq!(bcast!(x + tall, mode = unidirectional), &x + &tall);
    assert_eq!(bcast!(x + x, mode = none), &x * 2.0);
    assert_eq!(bcast!(x + column, mode = pdpd, axis = 0), &x + &tall);
    assert_eq!(bcast!(column + x, mode = paddle, axis = 0), &x + &tall);
    assert_eq!(bcast!(column + x, mode = ncnn), &x + &tall);
    assert_eq!(bcast!(column, mode = explicit, axes = [0], to = [2, 3]), tall.broadcast((2, 3)).unwrap());
    assert_eq!(bcast!(tall, mode = bidirectional, to = [1, 3]), tall.broadcast((2, 3)).unwrap());
    // pdpd and paddle: -1 by default.
    assert_eq!(bcast!(x + row, mode = pdpd), &x + &row);
    assert_eq!(bcast!(x + row, mode = pdpd, axis = -1), &x + &row);
    assert_eq!(bcast!(row + x, mode = paddle), &x + &row);
    assert_eq!(bcast!(row + x, mode = paddle, axis = -1), &x + &row);
    // numpy, and explicit without axes: an operand of the target's rank is aligned axis on axis.
    assert_eq!(bcast!(x + tall, mode = explicit, to = [2, 3]), &x + &tall);
    // The compiler refuses what ranks in types contradict.
    let any_row = row.view().into_dyn();
    assert!(try_bcast!(x + any_row, mode = explicit, to = [2, 3]).is_err());
    assert_eq!(bcast!(x + row, mode = explicit, axes(row) = [1], to = [2, 3]), &x + &row);
    // The operands that may stretch.
    for (index, refused) in [
        try_bcast!(tall + row, mode = unidirectional),
        try_bcast!(any_row + x, mode = unidirectional).map(|c| c.into_dimensionality().unwrap()),
        try_bcast!(tall + row, mode = pdpd, axis = 1),
        try_bcast!(any_row + x, mode = pdpd).map(|c| c.into_dimensionality().unwrap()),
        try_bcast!(x + tall, mode = none),
        try_bcast!(x + tall, mode = numpy, to = [2, 1]),
        try_bcast!(x + row, mode = numpy, to = [1, 3]),
        try_bcast!(x * 1.0, mode = unidirectional, to = [1, 3]),
        try_bcast!(row + column, mode = ncnn).map(|c| c.insert_axis(Axis(0))),
        try_bcast!(x + row, mode = ncnn, to = [1, 3]),
        try_bcast!(x + row, mode = paddle, to = [1, 3]),
        try_bcast!(x + any_row, mode = none, to = [1, 3]),
    ]
    .into_iter()
    .enumerate()
    {
        assert!(refused.is_err(), "call {index}");
    }
}

#[test]
fn a_target_in_every_mode() {
    let (x, row, column) = (counted((2, 3)), counted(3), counted(2));
    let tall = column.clone().insert_axis(Axis(1));
    let deep: Array3<f32> = bcast!(x + row, to = [4, 2, 3]);
    assert_eq!(deep, (&x + &row).broadcast((4, 2, 3)).unwrap());
    assert_eq!(bcast!(x + x, mode = none, to = [2, 3]), &x * 2.0);
    assert!(try_bcast!(x + x, mode = none, to = [2, 1]).is_err());
    // unidirectional and pdpd: the target is A, so every operand may stretch.
    assert_eq!(bcast!(tall + row, mode = unidirectional, to = [2, 3]), &tall + &row);
    assert_eq!(bcast!(column + tall, mode = pdpd, axis = 0, to = [2, 3]), (&tall * 2.0).broadcast((2, 3)).unwrap());
    // paddle and ncnn: the target counts as an operand of the greatest rank, and never stretches.
    assert_eq!(bcast!(column, mode = ncnn, to = [2, 3]), tall.broadcast((2, 3)).unwrap());
    assert_eq!(bcast!(column, mode = paddle, axis = 0, to = [2, 3]), tall.broadcast((2, 3)).unwrap());
    assert!(try_bcast!(x, mode = paddle, to = [1, 3]).is_err());
    assert!(try_bcast!(x, mode = ncnn, to = [2, 1]).is_err());
    // bidirectional: the target stretches too.
    assert_eq!(bcast!(x + row, mode = bidirectional, to = [4, 1, 1]).dim(), (4, 2, 3));
    assert_eq!(bcast!(x + row, mode = bidirectional, to = [1]).dim(), (2, 3));
    assert!(try_bcast!(x + row, mode = bidirectional, to = [2]).is_err());
}

#[test]
fn base_names_a() {
    struct Net {
        x: Array2<f32>,
    }
    let net = Net { x: counted((2, 3)) };
    let row = counted(3);
    assert_eq!(bcast!(row - net.x, mode = unidirectional, base = net.x), &row - &net.x);
    assert_eq!(bcast!(row - net.x, mode = pdpd, axis = 1, base = net.x), &row - &net.x);
    let scale = 2.0;
    assert_eq!(bcast!(scale * row - net.x, mode = pdpd, base = net.x), &row * 2.0 - &net.x);
    // A write-only place beside it.
    let mut y = Array2::zeros((2, 3));
    bcast!(y = row - net.x, mode = unidirectional, base = net.x);
    assert_eq!(y, &row - &net.x);
}

#[test]
fn an_operands_own_alignment() {
    let x = counted((2, 3, 4));
    let (gamma, row) = (counted(2), counted(3));
    let (g, r) =
        (gamma.clone().into_shape_with_order((2, 1, 1)).unwrap(), row.clone().into_shape_with_order((3, 1)).unwrap());
    let expected = &x * &g + &r;
    assert_eq!(bcast!(x * gamma + row, mode = pdpd, axis(gamma) = 0, axis(row) = 1), expected);
    assert_eq!(bcast!(x * gamma + row, mode = pdpd, axis = 1, axis(gamma) = 0), expected);
    assert_eq!(bcast!(x * gamma + row, axis(gamma) = 0, axis(row) = 1), expected);
    assert_eq!(bcast!(x * gamma + row, mode = unidirectional, axis(gamma) = 0, axes(row) = [1]), expected);
    assert_eq!(bcast!(x * gamma + row, mode = explicit, axes(gamma) = [0], axis(row) = 1, to = [2, 3, 4]), expected);
    // It does not vote, at any position.
    assert_eq!(bcast!(gamma * x + row, mode = pdpd, axis(gamma) = 0, axis(row) = 1), &x * &g + &r);
    assert_eq!(bcast!(row - gamma * x, mode = unidirectional, axis(gamma) = 0, axis(row) = 1), &r - &x * &g);
    assert!(try_bcast!(&counted((2, 1, 4)) + row, axis(row) = 1).is_err());
    // A skip connection of A's rank in pdpd.
    let skip = counted((2, 3, 4));
    assert!(try_bcast!(x * gamma + skip, mode = pdpd, axis = 0).is_ok());
    let error = try_bcast!(x * row + skip, mode = pdpd, axis = 1).unwrap_err().to_string();
    assert!(error.contains("axis(skip) = 0"), "{error}");
    assert_eq!(bcast!(x * row + skip, mode = pdpd, axis = 1, axis(skip) = 0), &x * &r + &skip);
    // Under `to`, every operand sits at `axis`, x too.
    assert!(try_bcast!(x * row, mode = pdpd, axis = 1, to = [2, 3, 4]).is_err());
    assert_eq!(bcast!(x * row, mode = pdpd, axis = 1, axis(x) = 0, to = [2, 3, 4]), &x * &r);
    // Without voters, the target or the place is A.
    let mut y = Array3::zeros((2, 3, 4));
    bcast!(y = gamma * row, axis(gamma) = 0, axis(row) = 1);
    assert_eq!(y, (&g * &r).broadcast((2, 3, 4)).unwrap());
    assert_eq!(bcast!(gamma * row, axis(gamma) = 0, axis(row) = 1, to = [2, 3, 4]), y);
    bcast!(y = gamma + row, mode = pdpd, axis(gamma) = 0, axis(row) = 1);
    assert_eq!(y, (&g + &r).broadcast((2, 3, 4)).unwrap());
    let s = 2.0;
    assert!(try_bcast!(s * row, mode = numpy, to = [2, 3, 4], axis(row) = 0).is_err());
    // Keys that name `&` operands, fields and places of `op=`.
    let mut z = x.clone();
    bcast!(z += &gamma.view(), axis(gamma.view()) = 0);
    assert_eq!(z, &x + &g);
    let pair = (gamma, row);
    assert_eq!(bcast!(x * pair.0 + pair.1, axis(pair.0) = 0, axis(pair.1) = 1), expected);
}

#[test]
fn paddle_with_equal_ranks() {
    let (x, tall) = (counted((2, 3)), counted((2, 1)));
    // Identical shapes, whatever the axis.
    let axis = 7;
    assert_eq!(bcast!(x + x + 0.0, mode = paddle, axis = axis), &x * 2.0);
    let same = x.clone();
    assert_eq!(bcast!(x + same, mode = paddle, axis = axis), &x * 2.0);
    assert_eq!(bcast!(x + tall, mode = paddle, axis = 0), &x + &tall);
    assert_eq!(bcast!(x + tall, mode = paddle, axis = -1), &x + &tall);
    assert!(try_bcast!(x + tall, mode = paddle, axis = 1).is_err());
    // Beside an operand of lower rank, those of the greatest rank sit at 0 for any axis.
    let row = counted(3);
    assert_eq!(bcast!(x + tall + row, mode = paddle, axis = 1), &x + &tall + &row);
}

#[test]
fn options_in_any_order_and_a_comma_at_the_end() {
    let (x, row) = (counted((2, 3)), counted(3));
    let expected = &x + &row;
    assert_eq!(bcast!(x + row, axis = 1, mode = pdpd,), expected);
    assert_eq!(bcast!(x + row, base = x, axis = 1, mode = pdpd, where x: [2, 3],), expected);
    assert_eq!(bcast!(x + row,), expected);
    assert_eq!(bcast!(x + row, allow = rank_promotion, allow = mutual_stretch), expected);
}
