//! Edge cases: ncnn's rule in every order of three arrays, lengths of 0, trailing ones in pdpd, long expressions and
//! rows, zero-sized elements, and every way of laying operands right.
mod common;

use bcast::mode::Mode;
use bcast::{Broadcast, bcast, try_bcast};
use common::counted;
use ndarray::{Array1, Array2, Array3, ArrayD, Axis, IxDyn, array, s};

/// In ncnn three arrays give the same result in every order: each aligns to the join of those of greatest rank.
#[test]
fn ncnn_in_every_order() {
    /// The operands' shapes, and the result's.
    type Row<'a> = ([&'a [usize]; 3], Option<&'a [usize]>);
    let table: &[Row<'_>] = &[
        // The outermost length determines the axis of a vector.
        ([&[2, 3], &[2], &[3]], Some(&[2, 3])),
        ([&[2, 2], &[2], &[2, 1]], Some(&[2, 2])),
        ([&[3, 2], &[2], &[3]], Some(&[3, 2])),
        ([&[2, 3, 4], &[2, 3], &[2]], Some(&[2, 3, 4])),
        ([&[2, 3, 4], &[2, 3], &[4]], Some(&[2, 3, 4])),
        ([&[2, 3, 4], &[2, 3], &[3]], None),
        // The two of greatest rank join first: 1 with 4 gives an outermost 4, which determines the vector's axis.
        ([&[1, 3], &[4, 1], &[4]], Some(&[4, 3])),
        ([&[1, 3], &[4, 1], &[3]], Some(&[4, 3])),
        ([&[1, 1], &[4, 1], &[5]], Some(&[4, 5])),
        ([&[1, 3], &[1, 3], &[2]], None),
        ([&[1, 4, 5], &[3, 1, 5], &[3, 4]], Some(&[3, 4, 5])),
        ([&[1, 2], &[1], &[]], Some(&[1, 2])),
        ([&[2, 3], &[0], &[2]], None),
        ([&[2, 3], &[2, 4], &[2]], None),
    ];
    let mut failures = Vec::new();
    for (shapes, expected) in table {
        let arrays = shapes.map(|shape| counted(IxDyn(shape)));
        let mut first: Option<ArrayD<f32>> = None;
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let [a, b, c] = order.map(|index| &arrays[index]);
            let sum = try_bcast!(a + b + c, mode = ncnn).ok();
            if sum.as_ref().map(|sum| sum.shape().to_vec()).as_deref() != *expected {
                failures.push(format!(
                    "{shapes:?} in order {order:?}: {:?}, not {expected:?}",
                    sum.map(|sum| sum.shape().to_vec())
                ));
            } else if let (Some(first), Some(sum)) = (&first, &sum) {
                if first != sum {
                    failures.push(format!("{shapes:?} in order {order:?}: other elements"));
                }
            } else {
                first = sum;
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn ncnns_vector_lies_on_another_axis_than_numpys() {
    let (x, v) = (counted((2, 2)), array![10.0_f32, 20.0]);
    assert_eq!(bcast!(x + v, mode = ncnn), &x + &v.clone().insert_axis(Axis(1)));
    assert_eq!(bcast!(x + v), &x + &v);
    let (pair, w) = (counted((2, 1)), counted(3));
    assert_eq!(bcast!(pair + w, mode = ncnn).dim(), (2, 3));
}

#[test]
fn a_vector_and_a_column_give_a_square() {
    let (row, column) = (counted(3), counted((3, 1)));
    assert_eq!(bcast!(row + column), &row + &column);
    assert_eq!(bcast!(row - column).dim(), (3, 3));
}

#[test]
fn one_meets_zero() {
    let (one, none) = (counted((1, 3)), Array2::<f32>::zeros((0, 3)));
    assert_eq!(bcast!(one + none).dim(), (0, 3));
    assert_eq!(bcast!(none + one, mode = unidirectional).dim(), (0, 3));
    assert!(try_bcast!(one + none, mode = unidirectional).is_err());
    assert!(try_bcast!(one + none, mode = pdpd).is_err());
    assert_eq!(bcast!(one, to = [0, 3]).dim(), (0, 3));
    assert_eq!(bcast!(one, mode = bidirectional, to = [0, 1]).dim(), (0, 3));
    assert!(try_bcast!(none, to = [1, 3]).is_err());
    let two = counted((2, 3));
    assert!(try_bcast!(two + none).is_err());
}

#[test]
fn pdpd_drops_trailing_ones() {
    let x = counted((2, 3, 4, 5));
    let table: &[(&[usize], i64, bool)] = &[
        (&[5, 1], 3, true),
        (&[4, 5, 1], 2, true),
        (&[3, 4, 1, 1], 1, true),
        (&[3, 1], 1, true),
        (&[1, 3], 0, true),
        (&[3, 1, 5], 1, true),
        (&[3, 4], 1, true),
        (&[3, 4], 2, false),
        (&[5, 1], -1, false),
        (&[4, 1], -1, true),
        (&[], 0, true),
        (&[], 4, true),
        (&[], 5, false),
        (&[1], 4, true),
        (&[2, 3, 4, 5, 1], 0, false),
        (&[1, 1, 1], 2, true),
    ];
    for (shape, axis, fits) in table {
        let b = counted(IxDyn(shape));
        let result = try_bcast!(x + b, mode = pdpd, axis = axis);
        assert_eq!(result.is_ok(), *fits, "{shape:?} at {axis}: {result:?}");
    }
}

#[test]
fn the_whole_expression_is_resolved_at_once() {
    // In numpy an operand that comes later may stretch the earlier ones; in pdpd it may not.
    let (a, b, c) = (counted(3), counted((2, 1)), counted((4, 1, 1)));
    let all: Array3<f32> = bcast!(a + b + c);
    assert_eq!(all, &(&a + &b) + &c);
    assert_eq!(bcast!((a + a) * c - a), (&a + &a) * &c - &a);
    // A part that does not broadcast on its own is fine: all operands meet in one shape.
    let d = counted(2);
    assert!(try_bcast!(if a > 0.0 { a } else { d }).is_err());
    assert!(
        try_bcast!({
            let _unused = d;
            a
        })
        .is_err()
    );
}

#[test]
fn the_same_array_twice_by_different_names() {
    let x = counted((2, 2));
    let same = &x;
    assert_eq!(bcast!(x + same + &x.t()), &x * 2.0 + x.t());
    let mut grid = counted((4, 4));
    let (mut top, bottom) = grid.multi_slice_mut((s![..2, ..], s![2.., ..]));
    let expected = &top + &bottom;
    bcast!(top += bottom);
    assert_eq!(top, expected);
}

#[test]
fn long_expressions() {
    let x = array![1.0_f32, 2.0];
    let deep = bcast!((x + 1.0) * 2.0);
    assert_eq!(deep, array![4.0, 6.0]);
    let chain =
        bcast!(x.abs().sqrt().abs().sqrt().abs().abs().abs().abs().abs().abs().abs().abs().abs().abs().abs() * 0.0 + x);
    assert_eq!(chain, x);
}

#[test]
fn arrays_of_zero_sized_and_large_elements() {
    let units = Array1::from_elem(5, ());
    let column = Array2::from_elem((3, 1), ());
    #[expect(clippy::unit_cmp, reason = "lints reach the operators of a call")]
    let c: Array2<()> = bcast!(if units == column { units } else { column });
    assert_eq!(c.dim(), (3, 5));
    let numbers: Array2<f32> = counted((3, 5));
    assert_eq!(
        bcast!({
            let () = units;
            numbers
        }),
        numbers
    );
    let big = Array2::from_shape_fn((40, 3), |(i, j)| [i as u64 * 100 + j as u64; 20]);
    let bits = Array1::from_shape_fn(40, |i| i % 3 == 0);
    let thirds = bcast!(if bits { (big)[3] } else { 0 }, mode = pdpd, axis = 0, base = big);
    assert_eq!((thirds[[3, 2]], thirds[[4, 2]]), (302, 0));
    let transposed = bcast!(if bits { big } else { [7; 20] }, axis(bits) = 0);
    for ((i, j), value) in transposed.indexed_iter() {
        assert_eq!(value[0], if i % 3 == 0 { i as u64 * 100 + j as u64 } else { 7 });
    }
    let read = bcast!((&big.t())[1].max(1));
    assert_eq!((read.dim(), read[[2, 39]]), ((3, 40), 3902));
}

/// Transposed operands with rows of several blocks: the blocks of all rows are staged together, beside operands that stretch along the row,
/// across the rows, or both.
#[test]
fn long_rows_of_transposed_operands() {
    for (rows, length) in [(3, 2500), (2, 1024), (5, 1025), (7, 3001)] {
        let x = Array2::from_shape_fn((length, rows), |(j, i)| (i * length + j) as f64);
        let column = Array2::from_shape_fn((rows, 1), |(i, _)| 1.0 + i as f64);
        let row = Array1::from_shape_fn(length, |j| 0.5 * j as f64);
        let one = Array2::from_elem((1, 1), 3.0);
        let y = bcast!(&x.t() * column + row - one);
        for ((i, j), &y) in y.indexed_iter() {
            assert_eq!(y, x[[j, i]] * column[[i, 0]] + row[j] - 3.0, "({i}, {j}) of ({rows}, {length})");
        }
        let mut place = Array2::zeros((rows, length));
        bcast!(place = &x.slice(s![..;-1, ..]).t() + 1.0);
        assert_eq!(place, x.slice(s![..;-1, ..]).t().mapv(|x| x + 1.0));
    }
}

/// Calls without options whose last axes meet are laid out without the rulebook where an array leads; the rulebook has the last word on them.
#[test]
fn calls_whose_last_axes_meet_are_the_rulebooks() {
    let lengths = 0..4_usize;
    let shapes: Vec<Vec<usize>> = [vec![]]
        .into_iter()
        .chain(lengths.clone().map(|length| vec![length]))
        .chain(lengths.clone().flat_map(|outer| lengths.clone().map(move |inner| vec![outer, inner])))
        .chain([vec![1, 1, 1], vec![1, 2, 3], vec![2, 1, 1]])
        .collect();
    let array = |shape: &Vec<usize>| ArrayD::<i32>::ones(shape.clone());
    for (a, b) in shapes.iter().flat_map(|a| shapes.iter().map(move |b| (a, b))) {
        let (x, y) = (array(a), array(b));
        for mode in [Mode::Numpy, Mode::Unidirectional] {
            let expected = Broadcast::new(mode).try_resolve(&[a, b]).ok().map(|resolution| resolution.shape.to_vec());
            let result = match mode {
                Mode::Numpy => try_bcast!(x + y),
                _ => try_bcast!(x + y, mode = unidirectional),
            };
            assert_eq!(result.ok().map(|z| z.shape().to_vec()), expected, "{mode}: {a:?} + {b:?}");
            for place in &shapes {
                let mut z = array(place);
                let written = match mode {
                    Mode::Numpy => try_bcast!(z = x + y),
                    _ => try_bcast!(z = x + y, mode = unidirectional),
                };
                let stretches = expected
                    .as_ref()
                    .is_some_and(|shape| Broadcast::new(Mode::Unidirectional).try_resolve(&[place, shape]).is_ok());
                assert_eq!(written.is_ok(), stretches, "{mode}: {place:?} = {a:?} + {b:?}");
                if stretches {
                    assert!(z.iter().all(|&z| z == 2));
                }
            }
            let mut z = array(a);
            let added = match mode {
                Mode::Numpy => try_bcast!(z += y),
                _ => try_bcast!(z += y, mode = unidirectional),
            };
            let onto = Broadcast::new(Mode::Unidirectional).try_resolve(&[a, b]);
            assert_eq!(added.is_ok(), onto.is_ok(), "{mode}: {a:?} += {b:?}");
        }
    }
}

/// A place that is an operand aligns to a target as any operand does.
#[test]
fn compound_places_beside_a_target() {
    // The compiler refuses what ranks in types contradict.
    let (x, mut y) = (Array1::<i32>::ones(3), Array2::<i32>::ones((2, 3)).into_dyn());
    assert!(try_bcast!(y += x, mode = explicit, axes = [1], to = [2, 3]).is_err());
    assert!(try_bcast!(y += x, mode = pdpd, axis = 1, to = [2, 3]).is_err());
    assert!(try_bcast!(y += x, mode = pdpd, axis = 1).is_ok());
    assert!(try_bcast!(y += x, to = [2, 3]).is_ok());
    assert_eq!(y, array![[3, 3, 3], [3, 3, 3]].into_dyn());
}
