//! Reductions as xtensor tests them: the kinds of cases follow `test/test_xreducer.cpp` of github.com/xtensor-stack/xtensor, in words and
//! numbers of our own.
//!
//! Its kinds: several axes of a high rank, all axes, kept axes, axes from the end, axes in another order, both memory orders, views, reductions
//! of formulas and of stretched operands, norms, means and variances, positions of extremes, reducers of reducers, results in further formulas,
//! lazy and immediate evaluation, empty arrays, rank 0, and axes that are refused.
//!
//! Elements are small whole numbers, so that sums are exact in every order, and answers follow from index arithmetic alone.

use bcast::{bcast, try_bcast};
use ndarray::{Array3, ArrayD, Dimension, IxDyn, ShapeBuilder, arr0, s};

/// Shapes, and the axes that are reduced, as a user may write them.
const CASES: [(&[usize], &[i64]); 22] = [
    (&[7], &[0]),
    (&[3, 5], &[0]),
    (&[3, 5], &[1]),
    (&[3, 5], &[0, 1]),
    (&[3, 5], &[-2]),
    (&[4, 1], &[1]),
    (&[1, 4], &[-1]),
    (&[2, 3, 4], &[1]),
    (&[2, 3, 4], &[0, 2]),
    (&[2, 3, 4], &[2, 0]),
    (&[2, 3, 4], &[-1, 0]),
    (&[2, 3, 4], &[2, 1]),
    (&[2, 3, 4], &[1, 2, 0]),
    (&[5, 2, 3, 4], &[1, 3]),
    (&[5, 2, 3, 4], &[3, 1]),
    (&[5, 2, 3, 4], &[-2, -4]),
    (&[5, 2, 3, 4], &[0, 1, 2, 3]),
    (&[3, 2, 4, 6, 5], &[1, 3]),
    (&[3, 2, 4, 6, 5], &[4, 0, 2]),
    (&[3, 2, 4, 6, 5], &[-1, -2, -3]),
    (&[2, 1, 300], &[2]),
    (&[300, 1, 2], &[0, 1]),
];

/// The element at a position: from -4 to 6, and not the same along any axis.
fn element(index: &[usize]) -> f64 {
    (index.iter().fold(3, |sum, &at| 7 * sum + 5 * at) % 11) as f64 - 4.0
}

/// An array in one of the two memory orders.
fn array(shape: &[usize], is_column_major: bool) -> ArrayD<f64> {
    ArrayD::from_shape_fn(IxDyn(shape).set_f(is_column_major), |index| element(index.slice()))
}

fn counted(shape: &[usize], axes: &[i64]) -> Vec<usize> {
    axes.iter().map(|&axis| if axis < 0 { axis + shape.len() as i64 } else { axis } as usize).collect()
}

/// The definition: for each position of the axes that stay, `reduce` of the elements along the others, in row-major order.
/// Reduced axes have length 1.
fn reduced(
    shape: &[usize],
    axes: &[i64],
    get: impl Fn(&[usize]) -> f64,
    reduce: impl Fn(&[f64]) -> f64,
) -> ArrayD<f64> {
    let axes = counted(shape, axes);
    let lengths = |of_reduced: bool| -> Vec<usize> {
        let length = |(axis, &length)| if axes.contains(&axis) == of_reduced { length } else { 1 };
        shape.iter().enumerate().map(length).collect()
    };
    ArrayD::from_shape_fn(lengths(false), |kept| {
        let positions = ndarray::indices(lengths(true)).into_iter();
        let sum =
            |position: IxDyn| -> Vec<usize> { position.slice().iter().zip(kept.slice()).map(|(a, b)| a + b).collect() };
        let elements: Vec<f64> = positions.map(|position| get(&sum(position))).collect();
        reduce(&elements)
    })
}

/// Without the axes that are reduced.
fn left(values: &ArrayD<f64>, shape: &[usize], axes: &[i64]) -> ArrayD<f64> {
    let axes = counted(shape, axes);
    let lengths = shape.iter().enumerate().filter(|(axis, _)| !axes.contains(axis)).map(|(_, &length)| length);
    values.to_shape(lengths.collect::<Vec<_>>()).expect("the same number of elements").into_owned()
}

fn sum(elements: &[f64]) -> f64 {
    elements.iter().sum()
}

fn mean(elements: &[f64]) -> f64 {
    sum(elements) / elements.len() as f64
}

fn least(elements: &[f64]) -> f64 {
    elements.iter().copied().fold(f64::INFINITY, f64::min)
}

fn most(elements: &[f64]) -> f64 {
    -least(&elements.iter().map(|x| -x).collect::<Vec<_>>())
}

#[test]
fn each_reducer_over_each_list_of_axes() {
    for (shape, axes) in CASES {
        for is_column_major in [false, true] {
            let x = array(shape, is_column_major);
            let context = format!("{shape:?} over {axes:?}, column-major: {is_column_major}");
            let given = axes.to_vec();
            let expected = |reduce: fn(&[f64]) -> f64| reduced(shape, axes, element, reduce);
            assert_eq!(bcast!(sum(x, axis = given), keep), expected(sum), "{context}");
            assert_eq!(bcast!(sum(x, axis = given)), left(&expected(sum), shape, axes), "{context}");
            assert_eq!(bcast!(mean(x, axis = given), keep), expected(mean), "{context}");
            assert_eq!(bcast!(mean(x, axis = given)), left(&expected(mean), shape, axes), "{context}");
            assert_eq!(bcast!(min(x, axis = given), keep), expected(least), "{context}");
            assert_eq!(bcast!(max(x, axis = given)), left(&expected(most), shape, axes), "{context}");
            let count = |elements: &[f64]| elements.iter().filter(|&&x| x > 0.0).count() as f64;
            assert_eq!(bcast!(count(x > 0.0, axis = given), keep).mapv(|n| n as f64), expected(count), "{context}");
            // Signs and a few twos: exact as a product.
            let factor = |index: &[usize]| [1.0, -1.0, 1.0, 1.0, 2.0][element(index).abs() as usize % 5];
            let factors = ArrayD::from_shape_fn(shape, |index| factor(index.slice()));
            let products = reduced(shape, axes, factor, |elements| elements.iter().product());
            assert_eq!(bcast!(prod(factors, axis = given), keep), products, "{context}");
        }
    }
}

#[test]
fn all_axes_give_a_number() {
    for (shape, _) in CASES {
        let (x, every) = (array(shape, true), (0..shape.len() as i64).collect::<Vec<_>>());
        let expected = |reduce: fn(&[f64]) -> f64| reduced(shape, &every, element, reduce).sum();
        assert_eq!(bcast!(sum(x, axis = ..)), expected(sum), "{shape:?}");
        assert_eq!(bcast!(mean(x, axis = ..)), expected(mean), "{shape:?}");
        assert_eq!(bcast!(max(x, axis = ..) - min(x, axis = ..)), expected(|all| most(all) - least(all)), "{shape:?}");
    }
}

#[test]
fn norms_and_moments_are_formulas() {
    for (shape, axes) in CASES {
        let (x, given) = (array(shape, false), axes.to_vec());
        let context = format!("{shape:?} over {axes:?}");
        let expected = |reduce: fn(&[f64]) -> f64| reduced(shape, axes, element, reduce);
        assert_eq!(
            bcast!(sum(x.abs(), axis = given), keep),
            expected(|all| all.iter().map(|x| x.abs()).sum()),
            "{context}"
        );
        assert_eq!(
            bcast!(sum(x * x, axis = given), keep),
            expected(|all| all.iter().map(|x| x * x).sum()),
            "{context}"
        );
        let largest: fn(&[f64]) -> f64 = |all| all.iter().fold(0.0, |most, x| most.max(x.abs()));
        assert_eq!(bcast!(max(x.abs(), axis = given), keep), expected(largest), "{context}");
        let length: fn(&[f64]) -> f64 = |all| all.iter().map(|x| x * x).sum::<f64>().sqrt();
        assert_eq!(bcast!(sum(x * x, axis = given).sqrt(), keep), expected(length), "{context}");
        let variances = bcast!(
            {
                let d = x - mean(x, axis = given);
                mean(d * d, axis = given)
            },
            keep
        );
        let variance: fn(&[f64]) -> f64 =
            |all| all.iter().map(|x| (x - mean(all)).powi(2)).sum::<f64>() / all.len() as f64;
        for (ours, expected) in variances.iter().zip(&expected(variance)) {
            assert!((ours - expected).abs() <= 1e-12, "{context}: {ours} {expected}");
        }
    }
}

/// A reduction as a part of a formula, in one call, beside the same with its value as an array.
#[test]
fn lazy_and_immediate_values_agree() {
    for (shape, axes) in CASES {
        let (x, given) = (array(shape, true), axes.to_vec());
        let context = format!("{shape:?} over {axes:?}");
        let (sums, maxima) = (bcast!(sum(x, axis = given), keep), bcast!(max(x, axis = given), keep));
        assert_eq!(bcast!(x - sum(x, axis = given)), bcast!(x - sums), "{context}");
        let mut place = ArrayD::zeros(shape);
        bcast!(place = 2.0 * x + sum(x, axis = given) * max(x, axis = given));
        assert_eq!(place, bcast!(2.0 * x + sums * maxima), "{context}");
        bcast!(place += sum(x, axis = given));
        assert_eq!(place, bcast!(2.0 * x + sums * maxima + sums), "{context}");
        assert_eq!(
            bcast!(sum(x - maxima, axis = given), keep),
            bcast!(sum(x - max(x, axis = given), axis = given), keep)
        );
    }
}

#[test]
fn stretched_operands_within_a_reducer() {
    for (shape, axes) in CASES {
        for stretched in 0..shape.len() {
            // An operand of length 1 along one axis, and one without the axes before it.
            let mut short = shape.to_vec();
            short[stretched] = 1;
            let (x, y, row) = (array(shape, false), array(&short, true), array(&shape[stretched..], false));
            let at_short = |index: &[usize]| -> f64 {
                let index: Vec<usize> =
                    index.iter().enumerate().map(|(axis, &at)| if axis == stretched { 0 } else { at }).collect();
                element(&index)
            };
            let (given, context) = (axes.to_vec(), format!("{shape:?} and {short:?} over {axes:?}"));
            let expected = reduced(shape, axes, |at| element(at) * at_short(at), sum);
            assert_eq!(bcast!(sum(x * y, axis = given), keep), expected, "{context}");
            let expected = reduced(shape, axes, |at| element(at) + element(&at[stretched..]), most);
            assert_eq!(bcast!(max(x + row, axis = given), keep), expected, "{context}");
        }
    }
}

#[test]
fn views_are_reduced_in_place() {
    let x = Array3::from_shape_fn((4, 6, 5), |(i, j, k)| element(&[i, j, k]));
    let view = x.slice(s![1..;2, ..;-1, 2..]);
    let of_view = |at: &[usize]| element(&[1 + 2 * at[0], 5 - at[1], 2 + at[2]]);
    let shape = [2, 6, 3];
    let expected =
        |axes: &[i64], reduce: fn(&[f64]) -> f64| left(&reduced(&shape, axes, of_view, reduce), &shape, axes);
    assert_eq!(bcast!(sum(view, axis = 1)).into_dyn(), expected(&[1], sum));
    assert_eq!(bcast!(sum(view, axis = [0, 2])).into_dyn(), expected(&[0, 2], sum));
    assert_eq!(bcast!(max(view, axis = [-1, 1])).into_dyn(), expected(&[-1, 1], most));
    let turned = view.permuted_axes([2, 0, 1]);
    assert_eq!(bcast!(sum(turned, axis = 2)).into_dyn(), expected(&[1], sum).reversed_axes());
}

#[test]
fn positions_of_extremes_at_rank_3() {
    let x = Array3::from_shape_fn((3, 5, 4), |(i, j, k)| element(&[i, j, k]));
    let first =
        |best: fn(&[f64]) -> f64| move |all: &[f64]| all.iter().position(|&x| x == best(all)).expect("elements") as f64;
    let shape = [3, 5, 4];
    for axis in [-3, -2, -1, 0, 1, 2] {
        let smallest = left(&reduced(&shape, &[axis], element, first(least)), &shape, &[axis]);
        assert_eq!(bcast!(argmin(x, axis = axis)).mapv(|at| at as f64).into_dyn(), smallest, "{axis}");
        let largest = reduced(&shape, &[axis], element, first(most));
        assert_eq!(bcast!(argmax(x, axis = axis), keep).mapv(|at| at as f64).into_dyn(), largest, "{axis}");
    }
    let line: Vec<f64> = x.iter().copied().collect();
    assert_eq!(bcast!(argmin(line, axis = ..)) as f64, first(least)(&line));
}

#[test]
fn reducers_of_reducers() {
    let shape = [2, 3, 4];
    let x = Array3::from_shape_fn((2, 3, 4), |(i, j, k)| element(&[i, j, k]));
    let inner = reduced(&shape, &[2], element, sum);
    let of_inner = |axes: &[i64], reduce: fn(&[f64]) -> f64| {
        left(&reduced(&[2, 3, 1], axes, |at| inner[at], reduce), &[2, 3, 1], &[axes, &[2]].concat())
    };
    assert_eq!(bcast!(max(sum(x, axis = -1), axis = 1)).into_dyn(), of_inner(&[1], most));
    assert_eq!(bcast!(min(sum(x, axis = -1), axis = 0)).into_dyn(), of_inner(&[0], least));
    assert_eq!(bcast!(sum(sum(sum(x, axis = -1), axis = 1), axis = 0)), x.sum());
    assert_eq!(bcast!(sum(sum(x, axis = 0), axis = 2)).into_dyn(), bcast!(sum(x, axis = [0, 2])).into_dyn());
    // Centred rows have the sum 0.
    assert!(bcast!(sum(x - mean(x, axis = 2), axis = 2)).iter().all(|sum: &f64| sum.abs() < 1e-12));
}

#[test]
fn empty_arrays_and_axes() {
    let cases: [(&[usize], &[i64]); 5] =
        [(&[2, 0, 3], &[1]), (&[2, 0, 3], &[0]), (&[0], &[0]), (&[0, 3], &[0]), (&[2, 0, 3], &[0, 1, 2])];
    for (shape, axes) in cases {
        let (x, given, context) = (array(shape, false), axes.to_vec(), format!("{shape:?} over {axes:?}"));
        assert_eq!(bcast!(sum(x, axis = given), keep), reduced(shape, axes, element, sum), "{context}");
        assert_eq!(bcast!(prod(x, axis = given), keep), reduced(shape, axes, element, |_| 1.0), "{context}");
        assert!(bcast!(mean(x, axis = given), keep).iter().all(|mean: &f64| mean.is_nan()), "{context}");
        // Nothing is the largest of nothing; without results there is no question.
        let along: usize = counted(shape, axes).iter().map(|&axis| shape[axis]).product();
        assert_eq!(try_bcast!(max(x, axis = given), keep).is_err(), along == 0, "{context}");
    }
}

#[test]
fn rank_0_and_length_1() {
    // xtensor gives the number itself; here a reduction over no axis is a mistake.
    let number = arr0(5.0);
    assert!(try_bcast!(sum(number, axis = ..)).is_err());
    let one = ArrayD::from_elem(vec![1, 1, 1], 3.0);
    assert_eq!(bcast!(sum(one, axis = [0, 2]), keep), one);
    assert_eq!(bcast!(max(one, axis = ..)), 3.0);
}

#[test]
fn axes_that_are_refused() {
    let x = array(&[2, 3, 4], false);
    let refused: [&[i64]; 6] = [&[3], &[-4], &[1, 1], &[1, -2], &[0, 2, 0], &[0, 1, 2, 3]];
    for axes in refused {
        let given = axes.to_vec();
        assert!(try_bcast!(sum(x, axis = given), keep).is_err(), "{axes:?}");
        assert!(try_bcast!(x - max(x, axis = given)).is_err(), "{axes:?}");
    }
}
