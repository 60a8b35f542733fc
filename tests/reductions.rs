//! Reductions inside the expression, against their definition by index arithmetic: of random shapes and layouts, the sums bit for bit.

use std::cell::Cell;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

use bcast::math::Real;
use bcast::reduction::{Averaged, Compared, Summed};
use bcast::{Tensor, bcast, shape, try_bcast};
use ndarray::{Array, Array1, Array2, Array3, ArrayD, Axis, IxDyn, Slice, array};
use num_complex::Complex;

#[path = "reductions/small.rs"]
mod small;

#[path = "reductions/places.rs"]
mod places;

#[path = "common/numbers.rs"]
mod numbers;
use numbers::Numbers;

impl Numbers {
    fn float(&mut self) -> f32 {
        self.below(20_000) as f32 / 1000.0 - 10.0
    }
}

/// Joins in the order that the reference states: 16 partial results of groups of 16, joined as a balanced tree.
fn in_order<T: Copy>(elements: &[T], join: &dyn Fn(T, T) -> T) -> Option<T> {
    fn tree<T: Copy>(groups: &[T], join: &dyn Fn(T, T) -> T) -> T {
        match groups {
            [group] => *group,
            _ => {
                let half = groups.len().next_power_of_two() / 2;
                join(tree(&groups[..half], join), tree(&groups[half..], join))
            }
        }
    }
    let mut lanes: Vec<Option<T>> = (0..16)
        .map(|lane| {
            let own: Vec<T> = elements.iter().copied().skip(lane).step_by(16).collect();
            let groups: Vec<T> = own
                .chunks(16)
                .map(|group| group[1..].iter().fold(group[0], |left, &right| join(left, right)))
                .collect();
            (!groups.is_empty()).then(|| tree(&groups, join))
        })
        .collect();
    for half in [8, 4, 2, 1] {
        for lane in 0..half {
            lanes[lane] = match (lanes[lane], lanes[lane + half]) {
                (Some(left), Some(right)) => Some(join(left, right)),
                (left, right) => left.or(right),
            };
        }
    }
    lanes[0]
}

/// Reduces an array over axes by the definition: neighbouring axes are one, the last such group comes first.
fn reduced<T: Copy>(x: &ArrayD<T>, axes: &[usize], join: &dyn Fn(T, T) -> T) -> ArrayD<Option<T>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for &axis in axes {
        match groups.last_mut() {
            Some(group) if group.last() == Some(&(axis - 1)) => group.push(axis),
            _ => groups.push(vec![axis]),
        }
    }
    let mut values = x.map(|&x| Some(x));
    for group in groups.iter().rev() {
        let mut shape = values.shape().to_vec();
        let lengths: Vec<usize> = group.iter().map(|&axis| std::mem::replace(&mut shape[axis], 1)).collect();
        let positions: Vec<IxDyn> = ndarray::indices(IxDyn(&lengths)).into_iter().collect();
        values = ArrayD::from_shape_fn(shape, |mut index| {
            let elements: Vec<T> = (positions.iter())
                .filter_map(|position| {
                    group.iter().enumerate().for_each(|(number, &axis)| index[axis] = position[number]);
                    values[&index]
                })
                .collect();
            in_order(&elements, join)
        });
    }
    values
}

/// An array of this shape, in a random memory layout.
fn laid_out(shape: &[usize], numbers: &mut Numbers) -> ArrayD<f32> {
    let order: Vec<usize> = {
        let mut order: Vec<usize> = (0..shape.len()).collect();
        (1..order.len()).for_each(|last| order.swap(last, numbers.below(last + 1)));
        order
    };
    let wide: Vec<usize> = order.iter().map(|&axis| 2 * shape[axis] + 1).collect();
    let mut x = ArrayD::from_shape_fn(wide, |_| numbers.float());
    let mut back = vec![0; order.len()];
    order.iter().enumerate().for_each(|(at, &axis)| back[axis] = at);
    for (at, &axis) in order.iter().enumerate() {
        let (first, step) = [(0, 1), (1, 2), (1, 1), (0, -1)][numbers.below(4)];
        let end = first + shape[axis] * usize::try_from(step.max(1)).unwrap_or(1);
        x.slice_axis_inplace(Axis(at), Slice::new(first as isize, Some(end as isize), step));
    }
    x.permuted_axes(back)
}

fn axes_of(rank: usize, numbers: &mut Numbers) -> Vec<usize> {
    loop {
        let axes: Vec<usize> = (0..rank).filter(|_| numbers.below(2) == 0).collect();
        if !axes.is_empty() {
            return axes;
        }
    }
}

fn without<T: Clone>(values: &ArrayD<T>, axes: &[usize]) -> ArrayD<T> {
    axes.iter().rev().fold(values.clone(), |values, &axis| values.index_axis_move(Axis(axis), 0))
}

fn same_bits(ours: &ArrayD<f32>, expected: &ArrayD<f32>, context: &str) {
    assert_eq!(ours.shape(), expected.shape(), "{context}");
    for (ours, expected) in ours.iter().zip(expected) {
        assert!(
            ours.to_bits() == expected.to_bits() || ours.is_nan() && expected.is_nan(),
            "{ours} {expected}: {context}"
        );
    }
}

/// -0.0 is below 0.0.
fn larger(left: f32, right: f32) -> f32 {
    if left.total_cmp(&right).is_ge() { left } else { right }
}

fn smaller(left: f32, right: f32) -> f32 {
    if left.total_cmp(&right).is_le() { left } else { right }
}

/// Shapes with a short last axis, long ones, empty ones.
fn random_shape(numbers: &mut Numbers) -> Vec<usize> {
    let rank = 1 + numbers.below(4);
    let long = numbers.below(rank);
    let mut length = |axis| match numbers.below(if axis == long { 4 } else { 12 }) {
        0 if axis == long => 1 + numbers.below(700),
        1 => 1,
        2 if axis != long => numbers.below(2),
        _ => 1 + numbers.below(9),
    };
    (0..rank).map(&mut length).collect()
}

#[test]
fn random_calls_have_the_defined_bits() {
    let (mut numbers, mut checked) = (Numbers(88_172_645_463_325_252), 0);
    for number in 0..200 {
        let shape = random_shape(&mut numbers);
        let x = laid_out(&shape, &mut numbers);
        let stretched: Vec<usize> =
            shape.iter().map(|&length| if numbers.below(3) == 0 { 1 } else { length }).collect();
        let y = laid_out(&stretched, &mut numbers);
        let axes = axes_of(shape.len(), &mut numbers);
        let given: Vec<i64> =
            axes.iter().map(|&axis| axis as i64 - if numbers.below(2) == 0 { 0 } else { shape.len() as i64 }).collect();
        let context = format!("call {number}: {shape:?} {stretched:?} over {axes:?}");
        let product = ArrayD::from_shape_fn(IxDyn(&shape), |index| {
            let mut at = index.clone();
            stretched.iter().enumerate().for_each(|(axis, &length)| at[axis] = if length == 1 { 0 } else { at[axis] });
            x[&index] * y[&at]
        });
        let count: usize = axes.iter().map(|&axis| shape[axis]).product();
        let sums = reduced(&product, &axes, &|left, right| left + right).map(|sum| sum.unwrap_or(0.0));
        same_bits(&bcast!(sum(x * y, axis = given)), &without(&sums, &axes), &context);
        same_bits(&bcast!(sum(x * y, axis = given), keep), &sums, &context);
        let bare = reduced(&x.to_owned(), &axes, &|left, right| left + right).map(|sum| sum.unwrap_or(0.0));
        same_bits(&bcast!(sum(x, axis = given), keep), &bare, &context);
        // Small arrays of one shape in C order take a path of their own.
        let alike = x.as_standard_layout().into_owned();
        let mut place = without(&bare, &axes).mapv(|_| 9.0);
        bcast!(place = sum(alike, axis = given));
        same_bits(&place, &without(&bare, &axes), &context);
        same_bits(&bcast!(sum(alike, axis = given), keep), &bare, &context);
        let squares = reduced(&x.mapv(|x| x * x), &axes, &|left, right| left + right).map(|sum| sum.unwrap_or(0.0));
        same_bits(&bcast!(sum(alike * alike, axis = given)), &without(&squares, &axes), &context);
        same_bits(&bcast!(mean(alike * alike, axis = given), keep), &(&squares / count as f32), &context);
        let means = bare.map(|sum| sum / count as f32);
        same_bits(&bcast!(x - mean(x, axis = given)), &(&x - &means), &context);
        same_bits(&bcast!(alike - mean(alike, axis = given)), &(&x - &means), &context);
        same_bits(&bcast!(2.0 * mean(alike, axis = given), keep), &(&means * 2.0), &context);
        let distances = &x - &means;
        let spread =
            reduced(&distances.mapv(|d| d * d), &axes, &|left, right| left + right).map(|sum| sum.unwrap_or(0.0));
        let lengths = spread.mapv(f32::sqrt);
        let normal = bcast!({
            let d = alike - mean(alike, axis = given);
            d / sum(d * d, axis = given).sqrt()
        });
        same_bits(&normal, &(&distances / &lengths), &context);
        let quotient = bcast!({
            let d = alike - mean(alike, axis = given);
            sum(d * d, axis = given) / sum(alike, axis = given)
        });
        same_bits(&quotient, &without(&(&spread / &bare), &axes), &context);
        let prods = reduced(&x.to_owned(), &axes, &|left, right| left * right).map(|prod| prod.unwrap_or(1.0));
        same_bits(&bcast!(prod(x, axis = given), keep), &prods, &context);
        let counts = bcast!(count(x > 0.0, axis = given), keep);
        let ones = x.map(|&x| f32::from(x > 0.0));
        let expected = reduced(&ones, &axes, &|left, right| left + right).map(|count| count.unwrap_or(0.0) as usize);
        assert_eq!(counts, expected, "{context}");
        assert_eq!(bcast!(count(alike > 0.0, axis = given), keep), expected, "{context}");
        let maxima = try_bcast!(max(x, axis = given), keep);
        if count == 0 {
            assert!(maxima.is_err(), "{context}");
            continue;
        }
        same_bits(
            &maxima.expect(&context),
            &reduced(&x.to_owned(), &axes, &larger).map(|max| max.expect("elements")),
            &context,
        );
        same_bits(
            &bcast!(min(x * y, axis = given), keep),
            &reduced(&product, &axes, &smaller).map(|min| min.expect("elements")),
            &context,
        );
        let positive = bcast!(any(x > 9.0, axis = given), keep);
        let expected =
            reduced(&x.map(|&x| x > 9.0), &axes, &|left, right| left | right).map(|any| any.expect("elements"));
        assert_eq!(positive, expected, "{context}");
        checked += 1;
    }
    assert!(checked > 125, "{checked}");
}

#[test]
fn positions_of_extremes_are_the_first() {
    let mut numbers = Numbers(123_456_789);
    for _ in 0..300 {
        let (rows, columns) = (1 + numbers.below(40), 1 + numbers.below(300));
        // Few different numbers, so that many are equal.
        let x = Array2::from_shape_fn((rows, columns), |_| (numbers.below(5) as f32) - 2.0);
        let first = |row: ndarray::ArrayView1<'_, f32>, better: fn(f32, f32) -> bool| {
            (0..row.len()).fold(0, |best, at| if better(row[at], row[best]) { at } else { best })
        };
        let by_rows: Array1<usize> = x.rows().into_iter().map(|row| first(row, |a, b| a > b)).collect();
        assert_eq!(bcast!(argmax(x, axis = 1)), by_rows);
        let by_columns: Array1<usize> = x.columns().into_iter().map(|column| first(column, |a, b| a < b)).collect();
        assert_eq!(bcast!(argmin(x, axis = 0)), by_columns);
        assert_eq!(bcast!(argmax(-(x + 0.5), axis = 0)), by_columns);
        assert_eq!(bcast!(2 * argmax(x, axis = 1)), by_rows * 2);
    }
    let x = [1.0f32, f32::NAN, 3.0, f32::NAN];
    assert_eq!(bcast!(argmax(x, axis = ..)), 1);
    assert_eq!(bcast!(argmin(x, axis = ..)), 1);
    assert!(bcast!(max(x, axis = ..)).is_nan() && bcast!(min(x, axis = ..)).is_nan());
    let zeros = [0.0f32, -0.0];
    assert!(bcast!(max(zeros, axis = 0)).is_sign_positive() && bcast!(min(zeros, axis = 0)).is_sign_negative());
}

/// Softmax and layer norm, read as they are written, beside two passes of ndarray in f64.
#[test]
fn formulas_of_models() {
    let mut numbers = Numbers(42);
    let x = Array2::from_shape_fn((37, 53), |_| numbers.float());
    let (gamma, beta) =
        (Array1::from_shape_fn(53, |_| numbers.float()), Array1::from_shape_fn(53, |_| numbers.float()));
    let softmax = bcast!({
        let e = (x - max(x, axis = -1)).exp();
        e / sum(e, axis = -1)
    });
    let norm = bcast!({
        let d = x - mean(x, axis = -1);
        d / (mean(d * d, axis = -1) + 1e-5).sqrt() * gamma + beta
    });
    for (row, (soft, normed)) in x.rows().into_iter().zip(softmax.rows().into_iter().zip(norm.rows())) {
        let wide: Vec<f64> = row.iter().map(|&x| f64::from(x)).collect();
        let (max, mean) = (wide.iter().copied().fold(f64::MIN, f64::max), wide.iter().sum::<f64>() / 53.0);
        let sum: f64 = wide.iter().map(|x| (x - max).exp()).sum();
        let variance = wide.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / 53.0;
        for (at, &x) in wide.iter().enumerate() {
            let expected = (x - max).exp() / sum;
            assert!((f64::from(soft[at]) - expected).abs() <= 1e-6 * expected.max(1e-3));
            let expected = (x - mean) / (variance + 1e-5).sqrt() * f64::from(gamma[at]) + f64::from(beta[at]);
            assert!((f64::from(normed[at]) - expected).abs() < 1e-4, "{} {expected}", normed[at]);
        }
    }
    let loss: f32 = bcast!(mean((softmax - norm) * (softmax - norm), axis = ..));
    let expected = softmax.iter().zip(&norm).map(|(&p, &t)| f64::from(p - t).powi(2)).sum::<f64>() / (37.0 * 53.0);
    assert!((f64::from(loss) - expected).abs() < 1e-4 * expected);
}

#[test]
fn shapes_in_types_lose_the_axis() {
    let n = [[1.0f64, 2.0, 3.0], [4.0, 5.0, 6.0]];
    let sums: [f64; 2] = bcast!(sum(n, axis = 1));
    assert_eq!(sums, [6.0, 15.0]);
    let sums: [f64; 3] = bcast!(sum(n, axis = -2));
    assert_eq!(sums, [5.0, 7.0, 9.0]);
    let kept: [[f64; 1]; 2] = bcast!(sum(n, axis = 1), keep);
    assert_eq!(kept, [[6.0], [15.0]]);
    let shares: [[f64; 3]; 2] = bcast!(n / sum(n, axis = [0, 1]));
    assert_eq!(shares[1][2], 6.0 / 21.0);
    let tensor = Tensor::<f32, shape![2, 3]>::from_fn(|[i, j]| (i + 10 * j) as f32);
    let largest: Tensor<f32, shape![3]> = bcast!(max(tensor, axis = 0));
    assert_eq!(largest.as_slice(), [1.0, 11.0, 21.0]);
    let number: f32 = bcast!(sum(tensor, axis = ..));
    assert_eq!(number, 63.0);
    let weights = vec![1.0f32, 3.0];
    assert_eq!(bcast!(weights / sum(weights, axis = 0)), [0.25, 0.75]);
}

/// Types leave open how the array that leads in mode pdpd lies, yet its lengths are those of the result.
#[test]
fn shapes_in_types_keep_the_axis_that_the_leading_array_has() {
    let leading = Tensor::<i64, shape![2, 3]>::from_fn(|[i, j]| (10 * i + j) as i64);
    let (inner, other) = (Tensor::<i64, shape![3]>::filled(1), Tensor::<i64, shape![3]>::from_fn(|[j]| j as i64));
    let all: Tensor<i64, shape![2, 3]> = bcast!(leading - sum(leading + inner, axis = 0), mode = pdpd, axis = 1);
    assert_eq!(all.as_slice(), [-12, -13, -14, -2, -3, -4]);
    let all: Tensor<i64, shape![2, 3]> =
        bcast!(leading - sum(leading + inner, axis = 0) + other, mode = pdpd, axis = 1);
    assert_eq!(all.as_slice(), [-12, -12, -12, -2, -2, -2]);
    let one: Tensor<i64, shape![3]> =
        bcast!(other - sum(leading + inner, axis = 0), mode = pdpd, axis = 1, base = leading);
    assert_eq!(one.as_slice(), [-12, -13, -14]);
}

/// Types state the rank of a result in mode pdpd: an array of A's rank that is not A loses trailing axes of length 1 past the frame, and with
/// them the axes before them.
#[test]
fn shapes_in_types_have_the_rank_of_the_rulebook() {
    macro_rules! compare {
        ($u:ident, $v:ident, $w:ident; $($call:tt)*) => {
            for lengths in 0..81usize {
                let length = |at: u32| lengths / 3_usize.pow(at) % 3 + 1;
                let element = |[i, j]: [usize; 2]| (10 * i + j) as i64;
                let typed = |lengths| Tensor::<i64, shape![_, _]>::from_fn_with(lengths, element).unwrap();
                let ($u, $w) = (typed([length(0), length(1)]), typed([length(2), length(3)]));
                let $v = Tensor::<i64, shape![_]>::from_fn_with([length(2)], |[i]| i as i64).unwrap();
                let _ = (&$u, &$v, &$w);
                let found = try_bcast!($($call)*).map(|made| (made.lengths().to_vec(), made.as_slice().to_vec()));
                let dynamic = |rows, columns| Array2::from_shape_fn((rows, columns), |(i, j)| element([i, j])).into_dyn();
                let ($u, $w) = (dynamic(length(0), length(1)), dynamic(length(2), length(3)));
                let $v = Array1::from_shape_fn(length(2), |i| i as i64).into_dyn();
                let expected = try_bcast!($($call)*).map(|made| (made.shape().to_vec(), made.iter().copied().collect()));
                let _ = (&$u, &$v, &$w);
                match (found, expected) {
                    (Ok(found), Ok(expected)) => assert_eq!(found, expected, "{lengths}: {}", stringify!($($call)*)),
                    (found, expected) => assert_eq!(found.is_err(), expected.is_err(), "{lengths}: {}", stringify!($($call)*)),
                }
            }
        };
    }
    compare!(u, v, w; w + sum(u, axis = 0), mode = pdpd, axis = 1, base = u);
    compare!(u, v, w; w + sum(u, axis = 1), mode = pdpd, axis = 1, base = u);
    compare!(u, v, w; w + sum(u, axis = 0), mode = pdpd, axis = 0, base = u);
    compare!(u, v, w; w + sum(u, axis = 1), mode = pdpd, axis = 0, base = u);
    compare!(u, v, w; w + sum(u, axis = 0), mode = pdpd, axis = 2, base = u);
    compare!(u, v, w; w + sum(u, axis = 0), mode = pdpd, base = u);
    compare!(u, v, w; sum(u, axis = 0) + w, mode = pdpd, axis = 1);
    compare!(u, v, w; sum(u, axis = 0) + w + u, mode = pdpd, axis = 1);
    compare!(u, v, w; u - sum(u + w, axis = 1), mode = pdpd, axis = 1);
    compare!(u, v, w; sum(w, axis = 1) * u, mode = pdpd, axis = 1);
    compare!(u, v, w; v + sum(u, axis = 0), mode = pdpd, axis = 0, base = u);
    compare!(u, v, w; v + sum(u, axis = 0), mode = pdpd, axis = 1, base = u);
    compare!(u, v, w; sum(u, axis = 0) + w, axis(w) = 1);
    compare!(u, v, w; sum(u, axis = 0) + v, axis(v) = 0);
    compare!(u, v, w; w + sum(u, axis = 0), mode = pdpd, axis = 1, base = u, keep);
    let k = i64::from(std::hint::black_box(1_u8));
    compare!(u, v, w; u + sum(w, axis = 0), mode = pdpd, axis = k);
    compare!(u, v, w; w + u * sum(v, axis = 0), mode = pdpd, axis = k, base = u);
    compare!(u, v, w; w + sum(u, axis = 0), mode = pdpd, axis = k, base = u, keep);
    compare!(u, v, w; u + sum(w, axis = 0), axis(w) = k);
    compare!(u, v, w; u + sum(w, axis = k), mode = pdpd, axis = k);
}

/// Types know the frame of such a call; the place has the shape of the result.
#[test]
fn places_with_shapes_in_types() {
    let tensor = Tensor::<f32, shape![2, 3]>::from_fn(|[i, j]| (i + 10 * j) as f32);
    let mut sums = Tensor::<f32, shape![2]>::filled(0.0);
    bcast!(sums = sum(tensor, axis = 1));
    bcast!(sums += sum(tensor, axis = 1));
    assert_eq!(sums.as_slice(), [60.0, 66.0]);
    let (n, mut means) = ([[1.0, 2.0, 3.0], [3.0, 4.0, 8.0]], [0.0; 3]);
    bcast!(means = mean(n, axis = 0));
    assert_eq!(means, [2.0, 3.0, 5.5]);
    let mut shares = n;
    bcast!(shares /= sum(n, axis = ..));
    assert_eq!(shares[1][2], 8.0 / 21.0);
    let mut wrong = [0.0; 2];
    assert!(try_bcast!(wrong = mean(n, axis = 0)).is_err());
}

#[test]
fn axes_of_single_operands() {
    let (x, weight) = (array![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], array![10.0, 100.0]);
    assert_eq!(bcast!(sum(x * weight, axis = 0), axes(weight) = [0]), array![410.0, 520.0, 630.0]);
    assert_eq!(bcast!(weight * sum(x, axis = 1), axes(weight) = [0]), array![60.0, 1500.0]);
    let row = array![1.0, 2.0, 3.0];
    let product =
        bcast!(weight * sum(row, axis = 1), mode = explicit, axes(weight) = [0], axes(row) = [1], to = [2, 3]);
    assert_eq!(product, array![[60.0, 60.0, 60.0], [600.0, 600.0, 600.0]]);
}

#[test]
fn axes_that_stand_outside_are_kept() {
    let x = array![[1.0, 2.0], [3.0, 4.0]];
    assert_eq!(bcast!(sum(x, axis = 0) - sum(x, axis = 1)), array![[1.0, 3.0], [-3.0, -1.0]]);
    assert_eq!(bcast!(sum(x, axis = 0) - sum(&x.t(), axis = 0)), array![1.0, -1.0]);
    let (row, column) = (array![10.0, 20.0], array![[100.0], [200.0]]);
    assert_eq!(bcast!(sum(x, axis = 0) + row), array![14.0, 26.0]);
    assert_eq!(bcast!(sum(x, axis = 1) + column), array![[103.0], [207.0]]);
    assert_eq!(bcast!(sum(x, axis = 1) + row, axis(row) = 0), array![13.0, 27.0]);
    assert_eq!(
        bcast!({
            let d = x * x;
            sum(d, axis = 1)
        }),
        array![5.0, 25.0]
    );
    assert_eq!(bcast!(max(sum(x, axis = -1), axis = -2)), 7.0);
    let (k, wide) = (1, array![[1.0, 1.0], [2.0, 2.0]]);
    assert_eq!(bcast!(sum(x, axis = k)), array![3.0, 7.0]);
    assert_eq!(bcast!(wide * sum(x, axis = k)), array![[3.0, 3.0], [14.0, 14.0]]);
}

/// Code generic over the rank and the elements: every array stands outside too, or all is inside `axis = ..`.
#[test]
fn generic_code() {
    fn centered<D: ndarray::Dimension>(x: &Array<f64, D>) -> Array<f64, D> {
        bcast!(x - mean(x, axis = ..))
    }
    fn total<T: Summed, D: ndarray::Dimension>(x: &Array<T, D>) -> T {
        bcast!(sum(x, axis = ..))
    }
    fn by_rows<T: Summed>(x: &Array2<T>) -> Array1<T> {
        bcast!(sum(x, axis = 1))
    }
    fn softmax<T: Real + Averaged + Compared>(x: &Array2<T>) -> Array2<T> {
        bcast!({
            let e = (x - max(x, axis = -1)).exp();
            e / sum(e, axis = -1)
        })
    }
    fn range<T: Compared + std::ops::Sub<Output = T>>(x: &[T]) -> T {
        bcast!(max(x, axis = 0) - min(x, axis = 0))
    }
    fn position<T: Compared>(x: &Array2<T>) -> (Array1<usize>, Array1<usize>) {
        (bcast!(argmin(x, axis = 0)), bcast!(argmax(x, axis = 0)))
    }
    let x = array![[1.0, 2.0], [3.0, 6.0]];
    let here = bcast!({
        let e = (x - max(x, axis = -1)).exp();
        e / sum(e, axis = -1)
    });
    assert_eq!(softmax(&x), here);
    assert_eq!((range(&[3_u8, 1, 8]), range(&[1.5_f32, -1.0])), (7, 2.5));
    assert_eq!(position(&x), (array![0, 0], array![1, 1]));
    assert_eq!(centered(&x), array![[-2.0, -1.0], [0.0, 3.0]]);
    assert_eq!(total(&x), 12.0);
    assert_eq!(by_rows(&x), array![3.0, 9.0]);
}

#[test]
fn places_have_the_shape_of_the_result() {
    let x = array![[1.0, 2.0], [3.0, 5.0]];
    let mut sums = array![0.0, 0.0];
    bcast!(sums = sum(x, axis = 0));
    assert_eq!(sums, array![4.0, 7.0]);
    bcast!(sums += 0.5 * (mean(x, axis = 0) - sums));
    assert_eq!(sums, array![3.0, 5.25]);
    let mut y = x.clone();
    bcast!(y -= mean(y, axis = 1));
    assert_eq!(y, array![[-0.5, 0.5], [-1.0, 1.0]]);
    bcast!(y = y / max(y, axis = ..));
    assert_eq!(y, array![[-0.5, 0.5], [-1.0, 1.0]]);
    let mut stacked = Array3::zeros((3, 2, 2));
    bcast!(stacked = x / sum(x, axis = ..));
    assert!(stacked.outer_iter().all(|row| row == &x / 11.0));
    bcast!(sums = sum(x, axis = 0), where x: [N, M], sums: [M]);
    assert_eq!(sums, array![4.0, 7.0]);
    bcast!(sums += mean(x, axis = 0) - sums, where x: [N, M], sums: [M]);
    assert_eq!(sums, array![2.0, 3.5]);
    let tall = array![[1.0, 2.0], [3.0, 5.0], [0.0, 0.0]];
    assert!(try_bcast!(sums = sum(tall, axis = 0), where tall: [N, M], sums: [N]).is_err());
    let error = try_bcast!(sums += mean(x - sums, axis = 0)).unwrap_err();
    assert!(error.to_string().starts_with("where `sums` lies beside `mean(.., axis = ..)` is undecided"), "{error}");
}

#[test]
fn positions_and_lengths() {
    let score = array![[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]];
    let causal = bcast!(if index(axis = -1) > index(axis = -2) { f64::NEG_INFINITY } else { score });
    assert_eq!(causal[[0, 1]], f64::NEG_INFINITY);
    assert_eq!(causal[[2, 1]], 8.0);
    let labels = array![2_usize, 0, 1];
    let picked = bcast!(sum(if index(axis = 1) == labels { score } else { 0.0 }, axis = 1), axis(labels) = 0);
    assert_eq!(picked, array![3.0, 4.0, 8.0]);
    let above = array![true, false, true];
    let share = bcast!(count(above, axis = 0) as f32 / len(axis = 0) as f32);
    assert_eq!(share, 2.0 / 3.0);
    let weighted = bcast!(sum(score, axis = 1) * index(axis = 1) as f64);
    assert_eq!(weighted, array![[0.0, 6.0, 12.0], [0.0, 15.0, 30.0], [0.0, 24.0, 48.0]]);
    let centre = bcast!(sum(score * index(axis = 1) as f64, axis = 1) / sum(score, axis = 1));
    assert_eq!(centre, array![8.0 / 6.0, 17.0 / 15.0, 26.0 / 24.0]);
    let mut ramp = vec![0_usize; 4];
    bcast!(ramp = index(axis = 0));
    assert_eq!(ramp, [0, 1, 2, 3]);
    // A place of a higher rank has axes that a position does not count.
    let (mut stacked, mut weighted) = (Array3::zeros((2, 3, 3)), Array1::zeros(3));
    let error = try_bcast!(stacked = score * index(axis = 0) as f64).unwrap_err();
    assert!(error.to_string().starts_with("the place `stacked` does not have the result's shape"), "{error}");
    bcast!(weighted = sum(score * index(axis = 1) as f64, axis = 1));
    assert_eq!(weighted, array![8.0, 17.0, 26.0]);
}

#[test]
fn integers_add_up_in_64_bits() {
    let x = [i32::MAX, i32::MAX, -i32::MAX];
    assert_eq!(bcast!(sum(x, axis = ..)), i32::MAX);
    let x = [u32::MAX, 1];
    let panic = std::panic::catch_unwind(|| bcast!(sum(x, axis = ..))).unwrap_err();
    let text = "the sum 4294967296 does not fit a `u32`; `sum(u64::from(x), axis = ..)` has 64 bits";
    assert_eq!(panic.downcast_ref::<String>().map(String::as_str), Some(text));
    let bytes = [200_u8, 100];
    assert_eq!(bcast!(sum(u64::from(bytes), axis = ..)), 300);
}

/// The refusals that the rulebook decides at run time.
#[test]
fn refusals() {
    let (x, vector) = (Array2::<f32>::zeros((3, 4)), Array1::<f32>::zeros(4));
    let cube = Array3::<f32>::zeros((2, 3, 4));
    let (axes, beyond) = ([0, 2], x.view().into_dyn());
    let first = |text: String| text.lines().next().unwrap_or_default().to_owned();
    assert_eq!(
        [
            first(try_bcast!(sum(beyond, axis = 2)).unwrap_err().to_string()),
            first(try_bcast!(sum(x, axis = 1) + vector).unwrap_err().to_string()),
            first(try_bcast!(sum(x, axis = [-1, -2]) + vector).unwrap_err().to_string()),
            first(try_bcast!(max(&x.slice(ndarray::s![..0, ..]), axis = -2)).unwrap_err().to_string()),
            first(try_bcast!(cube - mean(x, axis = 1)).unwrap_err().to_string()),
            first(try_bcast!(max(sum(cube, axis = 0), axis = 1)).unwrap_err().to_string()),
            first(try_bcast!(argmax(cube, axis = axes), keep).unwrap_err().to_string()),
            first(try_bcast!(cube + sum(vector, axis = 0)).unwrap_err().to_string()),
            first(
                try_bcast!(mean((&x.slice(ndarray::s![.., ..1]) - vector).abs(), axis = ..)).unwrap_err().to_string()
            ),
        ],
        [
            "`sum(.., axis = 2)` is out of range (mode = numpy)",
            "where `vector` lies beside `sum(.., axis = 1)` is undecided (mode = numpy)",
            "where `vector` lies beside `sum(.., axis = -1)` is undecided (mode = numpy)",
            "`max(.., axis = -2)` has no value on an empty axis (mode = numpy)",
            "`mean(.., axis = 1)` can be read in two ways (mode = numpy)",
            "`max(.., axis = 1)` can be read in two ways (mode = numpy)",
            "`argmax(.., axis = 0)` takes one axis (mode = numpy)",
            "`sum(.., axis = 0)` can be read in two ways (mode = numpy)",
            "`mean(.., axis = ..)` would hide that `x.slice(ndarray::s![.., ..1])` and `vector` stretch for each other (mode = numpy)",
        ]
    );
    let several = try_bcast!(sum(cube, axis = axes)).map(|sums: Array2<f32>| sums).unwrap_err().to_string();
    assert!(several.starts_with("`sum(.., axis = ..)` takes one axis"), "{several}");
    assert!(several.contains("write literals, or the option `keep`"), "{several}");
    let several = try_bcast!(mean(x, axis = ..) - mean(vector, axis = ..)).unwrap_err().to_string();
    let text = [
        "`mean(.., axis = ..)` takes other axes than another `..` (mode = numpy)",
        "`..` is [-2, -1] in `mean`, and [-1] in this `mean`",
        "help: write the axes of each reduction instead of `..`",
    ];
    assert_eq!(several.lines().map(str::trim).collect::<Vec<_>>(), text);
    assert_eq!(bcast!(mean(x, axis = [-2, -1]) - mean(vector, axis = -1)), 0.0);
    let (column, row) = (Array2::<f32>::ones((3, 1)), vector.view());
    assert_eq!(bcast!(mean(column - row, axis = ..), allow = mutual_stretch), 1.0);
}

/// A `let` that calls a function is computed once for each position of its own arrays, where a row of it is not too long.
#[test]
fn costly_lets_are_computed_once() {
    let calls = Cell::new(0);
    let exp = |x: f32| {
        calls.set(calls.get() + 1);
        x.exp()
    };
    let x = Array2::from_shape_fn((70, 900), |(i, j)| ((i * 37 + j * 11) % 101) as f32 / 17.0);
    for axis in [0, 1] {
        let shifted = &x - &x.map_axis(Axis(axis), |row| row.fold(f32::MIN, |a, &b| a.max(b))).insert_axis(Axis(axis));
        calls.set(0);
        let softmax = bcast!({
            let e = exp(x - max(x, axis = axis));
            e / sum(e, axis = axis)
        });
        assert_eq!(calls.get(), x.len(), "axis {axis}");
        let e = shifted.mapv(f32::exp);
        let sums = bcast!(sum(e, axis = axis), keep);
        assert_eq!(softmax, &e / &sums, "axis {axis}");
    }
    // The scores of attention have no last axis.
    let (scores, values) = (Array3::from_shape_fn((2, 5, 7), |(b, t, s)| (b + t * s) as f32 / 9.0), 1.5);
    let v = Array::from_shape_fn((2, 1, 7, 4), |(b, _, s, d)| (b * s + d) as f32 * values);
    let scores = scores.insert_axis(Axis(3));
    calls.set(0);
    let mixed = bcast!({
        let p = exp(scores);
        sum(p * v, axis = 2) / sum(p, axis = 2)
    });
    assert_eq!((calls.get(), mixed.shape()), (scores.len(), &[2, 5, 4][..]));
    let p = scores.mapv(f32::exp);
    assert_eq!(mixed, bcast!(sum(p * v, axis = 2) / sum(p, axis = 2)));
}

/// Rows that are too long to be kept are computed whenever they are read.
#[test]
fn long_rows_of_costly_lets_are_not_kept() {
    let x = Array2::from_shape_fn((3, 400_000), |(i, j)| ((i + j) % 13) as f32 / 3.0);
    let softmax = bcast!({
        let e = (x - max(x, axis = 1)).exp();
        e / sum(e, axis = 1)
    });
    let e = bcast!((x - max(x, axis = 1)).exp());
    assert_eq!(softmax, bcast!(e / sum(e, axis = 1)));
    let mut place = Array2::<f32>::zeros((3, 400_000));
    let (mut turned, x) = (place.view_mut().reversed_axes(), x.t());
    bcast!(
        turned = {
            let e = (x - max(x, axis = 0)).exp();
            let f = e.sqrt();
            f / (e + sum(f, axis = 0))
        }
    );
    let f = bcast!(e.sqrt());
    assert_eq!(place, bcast!(f / (e + sum(f, axis = 1))));
}

/// The value of a reduction alone is repeated along the axes of `to`.
#[test]
fn values_stretch_to_the_target() {
    let x = Array2::from_shape_fn((3, 4), |(i, j)| (i * 4 + j) as f64);
    let sums = [6.0, 22.0, 38.0];
    assert_eq!(bcast!(sum(x, axis = 1), to = [3, 4]), Array2::from_shape_fn((3, 4), |(i, _)| sums[i]));
    // The target says where an array of a lower rank lies.
    let (row, scales) = (array![[3.0]], [1.0, 2.0, 3.0, 4.0]);
    assert_eq!(bcast!(row - mean(row, axis = -1), to = [4, 1, 1]), Array3::zeros((4, 1, 1)));
    let shifted = bcast!(x - mean(x, axis = -1), to = [2, 3, 4]);
    assert!(shifted.outer_iter().all(|part| part == bcast!(x - mean(x, axis = -1))));
    assert_eq!(bcast!(sum(x, axis = 1) * scales, to = [3, 4])[[1, 2]], 66.0);
    assert_eq!(bcast!(sum(x, axis = -1), to = [2, 3, 4]), Array3::from_shape_fn((2, 3, 4), |(_, i, _)| sums[i]));
}

/// Complex numbers add up in the same order as their parts.
#[test]
fn complex_numbers() {
    let x = Array2::from_shape_fn((5, 300), |(i, j)| Complex::new((i * 7 + j) as f32 / 9.0, (j % 11) as f32 / 7.0));
    let [re, im] = [x.mapv(|x| x.re), x.mapv(|x| x.im)];
    let (re, im) = (bcast!(sum(re, axis = 1)), bcast!(sum(im, axis = 1)));
    let parts = bcast!(Complex::new(re, im));
    assert_eq!(bcast!(sum(x, axis = 1)), parts);
    assert_eq!(bcast!(mean(x, axis = 1)), bcast!(parts / 300.0));
    let unit = array![Complex::new(0.0, 1.0), Complex::new(0.0, 1.0), Complex::new(2.0, 0.0)];
    assert_eq!(bcast!(prod(unit, axis = 0)), Complex::new(-2.0, 0.0));
}

/// Where a let of more elements than are kept stands beside a reduction over an axis on which it has length 1.
#[test]
fn long_lets_beside_other_axes() {
    let x = Array2::from_shape_fn((140_000, 1), |(i, _)| (i % 7) as f64);
    let row = Array2::from_shape_fn((1, 5000), |(_, j)| (j % 3) as f64);
    let (total, of_row) = (x.mapv(f64::sqrt).sum(), row.sum());
    let near = |ours: f64, expected: f64| (ours - expected).abs() <= 1e-9 * expected.abs();
    for columns in [0, 3, 5000] {
        let row = row.slice(ndarray::s![.., ..columns]);
        let of_row = row.sum();
        let sums = bcast!({
            let e = x.sqrt();
            e + sum(e, axis = 0) + sum(row, axis = 1)
        });
        assert_eq!(sums.dim(), (140_000, 1));
        assert!(sums.iter().zip(&x).all(|(&sum, x)| near(sum, x.sqrt() + total + of_row)), "{columns}");
    }
    let none = row.slice(ndarray::s![.., ..0]);
    let empty = bcast!({
        let e = x.sqrt();
        (e + sum(e, axis = 0)) * none
    });
    assert_eq!(empty.dim(), (140_000, 0));
    let column = x.index_axis(Axis(1), 0);
    let mut stacked = Array2::zeros((2, 140_000));
    bcast!(
        stacked = {
            let e = column.sqrt();
            e + sum(e, axis = 0)
        }
    );
    assert!(stacked.indexed_iter().all(|((_, i), &sum)| near(sum, x[[i, 0]].sqrt() + total)));
    assert!(of_row > 0.0);
}

/// A result that keeps all axes stretches to its place, where values are computed in tiles too.
#[test]
fn results_stretch_to_their_place() {
    let x = Array2::from_shape_fn((1, 6), |(_, j)| j as f64);
    let mut y = Array2::zeros((4, 6));
    bcast!(y = x - max(x, axis = 1));
    assert!(y.indexed_iter().all(|((_, j), &y)| y == j as f64 - 5.0), "{y}");
    let column = array![[1.0], [3.0]];
    let mut y = Array2::zeros((2, 3));
    bcast!(y = column + min(column, axis = -1));
    assert_eq!(y, array![[2.0, 2.0, 2.0], [6.0, 6.0, 6.0]]);
}

/// A `let` that nothing uses is evaluated all the same, so that what it reads stands outside of all reductions.
#[test]
fn unused_lets_stand_beside_the_rest() {
    let x = array![[1, 2, 3], [4, 5, 6]];
    let sums = bcast!({
        let _sums = sum(x, axis = 0);
        max(x, axis = 1)
    });
    assert_eq!(sums, array![[3, 3, 3], [6, 6, 6]]);
    let kept = bcast!({ let _sums = sum(x, axis = I); max(x, axis = J) * 2 }, mode = named, where x: [I, J]);
    assert_eq!(kept, array![[6, 6, 6], [12, 12, 12]]);
    // It may use one that a reduction uses too.
    let same = bcast!({
        let next = i32::wrapping_add(x, 1);
        let _unused = next + sum(next, axis = 0);
        x
    });
    assert_eq!(same, x);
}

/// An array of a lower rank says where it lies beside another value that it gives the axis to.
#[test]
fn values_of_lower_rank_beside_reductions() {
    let (cube, matrix) = (Array3::<f32>::ones((2, 3, 3)), Array2::<f32>::ones((3, 3)));
    let error = try_bcast!(sum(cube, axis = 1) + max(matrix, axis = -1)).unwrap_err().to_string();
    assert!(error.starts_with("where `matrix` lies beside `sum(.., axis = 1)` is undecided"), "{error}");
    let error = try_bcast!(sum(cube, axis = 1) + matrix - max(matrix, axis = -1)).unwrap_err().to_string();
    assert!(error.starts_with("where `matrix` lies beside `sum(.., axis = 1)` is undecided"), "{error}");
    let kept = bcast!(sum(cube, axis = 1) + max(matrix, axis = -1), axes(matrix) = [1, 2]);
    assert_eq!(kept, Array3::from_elem((2, 3, 3), 4.0));
}

/// A reduction over more positions than can be counted is refused before anything is computed.
#[test]
fn too_many_positions() {
    let one = array![1.0];
    let (long, wide) = (one.broadcast((1 << 32, 1, 2)).unwrap(), one.broadcast((1, 1 << 32, 2)).unwrap());
    for error in [
        try_bcast!(sum(long * wide, axis = ..), allow = mutual_stretch).unwrap_err(),
        try_bcast!(sum(long * wide, axis = [0, 2])).map(|_| 0.0).unwrap_err(),
    ] {
        assert!(error.to_string().contains("elements"), "{error}");
    }
}

/// A place that a shared `let` reads has its old elements there, in rows that are kept and in longer ones.
#[test]
fn softmax_in_place() {
    for (rows, length) in [(50, 1000), (3, 400_000)] {
        let x = Array2::from_shape_fn((rows, length), |(i, j)| ((i * 3 + j) % 13) as f32 / 3.0);
        let expected = bcast!({
            let e = (x - max(x, axis = 1)).exp();
            e / sum(e, axis = 1)
        });
        let mut place = x.clone();
        bcast!(
            place = {
                let e = (place - max(place, axis = 1)).exp();
                e / sum(e, axis = 1)
            }
        );
        assert_eq!(place, expected, "{length}");
    }
}

/// An array is read by a reduction and beside it, where ncnn decides its axes at run time.
#[test]
fn arrays_are_read_twice_where_ncnn_places_them() {
    let a = array![[3_i64, -7], [5, 1]].into_dyn();
    assert_eq!(bcast!(5_i64.wrapping_sub(max(a.wrapping_abs(), axis = ..)), mode = ncnn), -2);
    assert_eq!(bcast!(a - min(a, axis = ..), mode = ncnn), array![[10, 0], [12, 8]].into_dyn());
    let (n, sums) = bcast!((a * 2, sum(a, axis = ..)), unzip, mode = ncnn);
    assert_eq!((n, sums), (array![[6, -14], [10, 2]].into_dyn(), 2));
}

/// Rows follow one another in memory, and a vector at the end of one begins the next: what is read there must not be added.
#[test]
fn rows_add_their_own_elements() {
    #[derive(Clone, Copy)]
    struct Counted(u32);
    static ADDED: AtomicUsize = AtomicUsize::new(0);
    impl Summed for Counted {
        type Total = u32;
        const NOTHING: u32 = 0;
        fn total(self) -> u32 {
            self.0
        }
        fn add(left: u32, right: u32) -> u32 {
            ADDED.fetch_add(1, Relaxed);
            left + right
        }
        fn summed(total: u32) -> Self {
            Counted(total)
        }
    }
    for length in [3, 9, 15, 16, 17, 25, 31, 32, 33, 50, 127, 130, 255, 256, 257, 270, 300, 511, 530, 1029] {
        let rest = length % 16;
        let at = |row: usize, column: usize, other: i64, nothing: i64| match column {
            0 if row.is_multiple_of(2) => i64::MAX,
            _ if column == rest && row % 2 == 1 => other,
            _ => nothing,
        };
        let matrix = |other: i64, nothing: i64| {
            Array2::from_shape_fn((20, length), |(row, column)| at(row, column, other, nothing))
        };
        let (sums, products) = (matrix(1, 0), matrix(4, 1));
        assert_eq!(bcast!(sum(sums, axis = 1))[0], i64::MAX, "{length}");
        assert_eq!(bcast!(prod(products, axis = 1))[0], i64::MAX, "{length}");
        let counted = Array2::from_elem((20, length), Counted(1));
        ADDED.store(0, Relaxed);
        assert_eq!(bcast!(sum(counted, axis = 1))[19].0, length as u32);
        assert_eq!(ADDED.load(Relaxed), 20 * (length - 1), "{length}");
    }
}
