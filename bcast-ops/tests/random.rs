//! Operators on random shapes and strides against explicit index arithmetic.

mod common;

use bcast_ops::{Array, ArrayView, Attributes, Operator};
use ndarray::{Array1, ArrayD, ArrayViewD, IxDyn, Slice};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

/// An input: its shape and layout, with steps of 1 to 3 along each axis, forward or backward, and axes reversed or not.
#[derive(Clone, Debug)]
struct Input {
    shape: Vec<usize>,
    steps: Vec<isize>,
    is_reversed: bool,
    seed: u64,
}

fn step() -> impl Strategy<Value = isize> {
    prop_oneof![Just(1), Just(1), Just(2), Just(3), Just(-1), Just(-2)]
}

/// Inputs whose shapes broadcast in mode numpy.
fn inputs(count: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = Vec<Input>> {
    let length = prop_oneof![8 => 1_usize..5, 1 => Just(0), 1 => 60_usize..70];
    prop::collection::vec(length, 0..=4).prop_flat_map(move |output| {
        let output = output.clone();
        let input =
            (0..=output.len(), prop::collection::vec(prop::bool::weighted(0.7), 4), prop::collection::vec(step(), 4))
                .prop_flat_map(move |(rank, keeps, steps)| {
                    let own = &output[output.len() - rank..];
                    let shape: Vec<usize> =
                        own.iter().zip(&keeps).map(|(&length, &keep)| if keep { length } else { 1 }).collect();
                    (Just(shape), Just(steps), any::<bool>(), any::<u64>())
                })
                .prop_map(|(shape, steps, is_reversed, seed)| Input { shape, steps, is_reversed, seed });
        prop::collection::vec(input, count.clone())
    })
}

/// Memory larger than the view of it.
fn memory(input: &Input) -> ArrayD<i64> {
    let mut larger: Vec<usize> =
        input.shape.iter().zip(&input.steps).map(|(length, step)| length * step.unsigned_abs()).collect();
    if input.is_reversed {
        larger.reverse();
    }
    let mut state = input.seed;
    let count: usize = larger.iter().product();
    let mut next = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((state >> 33) % 2001) as i64 - 1000
    };
    ArrayD::from_shape_vec(IxDyn(&larger), (0..count).map(|_| next()).collect()).expect("as many as the shape has")
}

fn seen<'v, T>(input: &Input, memory: &'v ArrayD<T>) -> ArrayViewD<'v, T> {
    let mut view = memory.view();
    if input.is_reversed {
        view = view.reversed_axes();
    }
    view.slice_each_axis_inplace(|axis| Slice::from(..).step_by(input.steps[axis.axis.index()]));
    view
}

/// The shape to which all inputs stretch.
fn joint(shapes: &[&[usize]]) -> Vec<usize> {
    let rank = shapes.iter().map(|shape| shape.len()).max().unwrap_or(0);
    let mut joint = vec![1; rank];
    for shape in shapes {
        for (length, &own) in joint[rank - shape.len()..].iter_mut().zip(*shape) {
            if *length == 1 {
                *length = own;
            }
        }
    }
    joint
}

/// Computes every element of the output from its index.
fn naive<T: Copy, R>(views: &[ArrayViewD<'_, T>], function: impl Fn(&[T]) -> R) -> ArrayD<R> {
    let shapes: Vec<&[usize]> = views.iter().map(|view| view.shape()).collect();
    let shape = joint(&shapes);
    ArrayD::from_shape_fn(IxDyn(&shape), |index| {
        use ndarray::Dimension;
        let index = index.slice();
        let elements: Vec<T> = views
            .iter()
            .map(|view| {
                let own = &index[index.len() - view.ndim()..];
                let own: Vec<usize> =
                    own.iter().zip(view.shape()).map(|(&at, &length)| if length == 1 { 0 } else { at }).collect();
                view[&own[..]]
            })
            .collect();
        function(&elements)
    })
}

fn onnx(name: &str, attributes: &Attributes) -> Operator {
    Operator::onnx(name, 19, attributes).expect("a name")
}

/// Runs an operator on inputs of one type, and compares the result.
fn compare<T, R>(
    operator: &Operator,
    inputs: &[Input],
    convert: impl Fn(i64) -> T,
    function: impl Fn(&[T]) -> R,
) -> Result<(), TestCaseError>
where
    T: bcast_ops::Element + Copy,
    R: bcast_ops::Element,
{
    let memories: Vec<ArrayD<T>> = inputs.iter().map(|input| memory(input).mapv(&convert)).collect();
    let views: Vec<ArrayViewD<'_, T>> =
        inputs.iter().zip(&memories).map(|(input, memory)| seen(input, memory)).collect();
    let expected: Array = naive(&views, function).into();
    let views: Vec<ArrayView<'_>> = views.iter().map(ArrayView::from).collect();
    let owned: Vec<Array> = views.iter().map(ArrayView::to_owned).collect();
    let output = operator.run(&views);
    prop_assert_eq!(&output, &Ok(expected.clone()));
    prop_assert_eq!(common::check(operator, &owned, &expected, 0.0, 0.0), Ok(()));
    Ok(())
}

#[test]
fn two_inputs() {
    let none = Attributes::new();
    let mut runner = TestRunner::new(ProptestConfig::with_cases(200));
    runner
        .run(&inputs(2..=2), |inputs| {
            let wide = |name: &str, function: fn(i64, i64) -> i64| {
                compare(&onnx(name, &none), &inputs, |v| v as i32, |e| function(e[0].into(), e[1].into()) as i32)?;
                compare(&onnx(name, &none), &inputs, |v| v as u8, |e| function(e[0].into(), e[1].into()) as u8)?;
                compare(&onnx(name, &none), &inputs, |v| v as f32, |e| function(e[0] as i64, e[1] as i64) as f32)
            };
            wide("Add", |x, y| x + y)?;
            wide("Sub", |x, y| x - y)?;
            wide("Mul", |x, y| x * y)?;
            wide("Max", i64::max)?;
            wide("Min", i64::min)?;
            let order = |name: &str, function: fn(&i64, &i64) -> bool| {
                compare(&onnx(name, &none), &inputs, |v| v % 3, |e| function(&e[0], &e[1]))?;
                compare(&onnx(name, &none), &inputs, |v| (v % 3) as f64, |e| function(&(e[0] as i64), &(e[1] as i64)))
            };
            order("Less", i64::lt)?;
            order("LessOrEqual", i64::le)?;
            order("Greater", i64::gt)?;
            order("GreaterOrEqual", i64::ge)?;
            order("Equal", i64::eq)?;
            let odd = |v: i64| 2 * v + 1;
            compare(&onnx("Div", &none), &inputs, odd, |e| e[0] / e[1])?;
            compare(&onnx("Mod", &none), &inputs, odd, |e| e[0] - e[1] * (e[0] as f64 / e[1] as f64).floor() as i64)?;
            compare(&onnx("Xor", &none), &inputs, |v| v % 2 == 0, |e| e[0] != e[1])?;
            compare(&onnx("BitwiseAnd", &none), &inputs, |v| v as i16, |e| e[0] & e[1])
        })
        .unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn any_number_of_inputs() {
    let none = Attributes::new();
    let mut runner = TestRunner::new(ProptestConfig::with_cases(200));
    runner
        .run(&inputs(1..=9), |inputs| {
            let largest = |e: &[i64]| *e.iter().max().expect("one or more");
            compare(&onnx("Max", &none), &inputs, |v| v, largest)?;
            let smallest = |e: &[u16]| *e.iter().min().expect("one or more");
            compare(&onnx("Min", &none), &inputs, |v| v as u16, smallest)?;
            // Sums of these are exact, but quotients are not: only one division.
            compare(&onnx("Sum", &none), &inputs, |v| v as f32, |e| e.iter().sum::<f32>())?;
            compare(&onnx("Mean", &none), &inputs, |v| v as f64, |e| e.iter().sum::<f64>() / e.len() as f64)
        })
        .unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn a_choice() {
    let choose = onnx("Where", &Attributes::new());
    let mut runner = TestRunner::new(ProptestConfig::with_cases(200));
    runner
        .run(&inputs(3..=3), |inputs| {
            let memories: Vec<_> = inputs.iter().map(memory).collect();
            let views: Vec<_> = inputs.iter().zip(&memories).map(|(input, memory)| seen(input, memory)).collect();
            let expected = naive(&views, |e| if e[0] > 0 { e[1] } else { e[2] });
            let condition = views[0].mapv(|v| v > 0);
            let output =
                choose.run(&[ArrayView::from(&condition), ArrayView::from(&views[1]), ArrayView::from(&views[2])]);
            prop_assert_eq!(output, Ok(Array::from(expected)));
            Ok(())
        })
        .unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn products_of_matrices() {
    let lengths = (0_usize..6, 0_usize..6, 0_usize..40, any::<[bool; 3]>(), 0_usize..4);
    let mut runner = TestRunner::new(ProptestConfig::with_cases(200));
    runner
        .run(&lengths, |(m, k, n, [transpose_a, transpose_b, is_reversed], c)| {
            let matrix = |rows: usize, columns: usize, is_transposed: bool, seed: u64| {
                let shape = if is_transposed { vec![columns, rows] } else { vec![rows, columns] };
                let input = Input { shape, steps: vec![1, 2], is_reversed, seed };
                let memory = memory(&input);
                seen(&input, &memory).to_owned()
            };
            let (a, b) = (matrix(m, k, transpose_a, 1), matrix(k, n, transpose_b, 2));
            let c = matrix([m, 1, m, 1][c], [n, n, 1, 1][c], false, 3);
            let at = |matrix: &ArrayD<i64>, row: usize, column: usize, is_transposed: bool| {
                if is_transposed { matrix[[column, row]] } else { matrix[[row, column]] }
            };
            let expected = ArrayD::from_shape_fn(IxDyn(&[m, n]), |index| {
                let (row, column) = (index[0], index[1]);
                let terms = (0..k).map(|i| at(&a, row, i, transpose_a) * at(&b, i, column, transpose_b));
                terms.sum::<i64>() + c[[row % c.shape()[0].max(1), column % c.shape()[1].max(1)]]
            });
            let attributes = Attributes::from([("transA", transpose_a.into()), ("transB", transpose_b.into())]);
            let gemm = onnx("Gemm", &attributes);
            let inputs = [ArrayView::from(&a), ArrayView::from(&b), ArrayView::from(&c)];
            prop_assert_eq!(gemm.run(&inputs), Ok(Array::from(expected.clone())));
            let [a, b, c] = [&a, &b, &c].map(|matrix| matrix.mapv(|v| v as f64));
            let inputs = [ArrayView::from(&a), ArrayView::from(&b), ArrayView::from(&c)];
            prop_assert_eq!(gemm.run(&inputs), Ok(Array::from(expected.mapv(|v| v as f64))));
            Ok(())
        })
        .unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn a_number_beside_an_array() {
    let x = Array1::from_iter((0..100).map(|v| v as f32));
    let attributes = Attributes::from([("0", 7.into()), ("1", 1.into()), ("2", 10.0_f32.into())]);
    let operator = Operator::ncnn("BinaryOp", &attributes).expect("a type");
    assert_eq!(operator.run(&[ArrayView::from(&x)]), Ok(Array::from(x.mapv(|v| 10.0 - v))));
}
