//! Operators along axes against their definition: each output element from a list of elements, in `f64`, for every type, axis and layout.

mod common;

use bcast_ops::{Array, ArrayView, Attribute, Attributes, ElementType, Operator};
use common::{alike, check, in_f_order, report};
use half::{bf16, f16};
use ndarray::{ArrayD, ArrayViewD, Axis, IxDyn, Slice, arr0, array};

fn with<const COUNT: usize>(attributes: [(&str, Attribute); COUNT]) -> Attributes {
    Attributes::from(attributes)
}

fn onnx(name: &str, opset: i64, attributes: &Attributes) -> Operator {
    Operator::onnx(name, opset, attributes).expect("an operator")
}

fn axes(axes: &[i64]) -> Array {
    ndarray::arr1(axes).into()
}

/// The numbers in a type; integers are truncated and clamped.
fn of_type(element_type: ElementType, numbers: &ArrayD<f64>) -> Array {
    macro_rules! of_types {
        ($($Variant:ident $T:ident)*) => {
            match element_type {
                ElementType::Bool => numbers.mapv(|number| number != 0.0).into(),
                ElementType::Float16 => numbers.mapv(f16::from_f64).into(),
                ElementType::Bfloat16 => numbers.mapv(bf16::from_f64).into(),
                $(ElementType::$Variant => numbers.mapv(|number| number as $T).into(),)*
                other => panic!("{other} is no number"),
            }
        };
    }
    of_types!(Int8 i8 Int16 i16 Int32 i32 Int64 i64 Uint8 u8 Uint16 u16 Uint32 u32 Uint64 u64 Float32 f32 Float64 f64)
}

fn tolerance(element_type: ElementType) -> f64 {
    match element_type {
        ElementType::Float16 => 2e-3,
        ElementType::Bfloat16 => 1e-2,
        ElementType::Float32 => 1e-5,
        _ => 1e-12,
    }
}

/// Replaces the elements of each row along some axes by a function's list of the same length, or of length 1.
fn rows(x: &ArrayD<f64>, axes: &[usize], function: impl Fn(&[f64]) -> Vec<f64>) -> ArrayD<f64> {
    let own = |index: &IxDyn| {
        (0..x.ndim()).map(|axis| if axes.contains(&axis) { 0 } else { index[axis] }).collect::<Vec<_>>()
    };
    let mut lists = std::collections::BTreeMap::<Vec<usize>, Vec<f64>>::new();
    for (index, &value) in x.indexed_iter() {
        lists.entry(own(&index)).or_default().push(value);
    }
    let results: std::collections::BTreeMap<_, _> = lists.iter().map(|(key, list)| (key, function(list))).collect();
    let is_shorter = results.values().any(|result| result.len() == 1);
    let length = |axis| if is_shorter && axes.contains(&axis) { 1 } else { x.len_of(Axis(axis)) };
    let shape: Vec<usize> = (0..x.ndim()).map(length).collect();
    let mut next = std::collections::BTreeMap::<Vec<usize>, usize>::new();
    let mut output = ArrayD::zeros(shape);
    for (index, place) in output.indexed_iter_mut() {
        let position = next.entry(own(&index)).or_default();
        *place = results[&own(&index)][*position];
        *position += 1;
    }
    output
}

/// Small numbers above 0, without order, some of them equal.
fn numbers(shape: &[usize]) -> ArrayD<f64> {
    let mut state = 1_u32;
    ArrayD::from_shape_simple_fn(shape, || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(1 + (state >> 16) % 5)
    })
}

/// A reduction of a list.
type Definition = fn(&[f64]) -> f64;

const REDUCTIONS: [(&str, Definition); 12] = [
    ("ReduceSum", |list| list.iter().sum()),
    ("ReduceMean", |list| list.iter().sum::<f64>() / list.len() as f64),
    ("ReduceMax", |list| list.iter().copied().fold(f64::NEG_INFINITY, f64::max)),
    ("ReduceMin", |list| list.iter().copied().fold(f64::INFINITY, f64::min)),
    ("ReduceProd", |list| list.iter().product()),
    ("ReduceL1", |list| list.iter().map(|x| x.abs()).sum()),
    ("ReduceL2", |list| list.iter().map(|x| x * x).sum::<f64>().sqrt()),
    ("ReduceSumSquare", |list| list.iter().map(|x| x * x).sum()),
    ("ReduceLogSum", |list| list.iter().sum::<f64>().ln()),
    ("ReduceLogSumExp", |list| list.iter().map(|x| x.exp()).sum::<f64>().ln()),
    ("ArgMax", |list| position(list, |x, y| x > y)),
    ("ArgMin", |list| position(list, |x, y| x < y)),
];

fn position(list: &[f64], is_better: fn(f64, f64) -> bool) -> f64 {
    (1..list.len()).fold(0, |best, index| if is_better(list[index], list[best]) { index } else { best }) as f64
}

/// The element types of a reduction in opset 20, apart from `bool`.
fn types(name: &str) -> Vec<ElementType> {
    use ElementType::{Bfloat16, Float16, Float32, Float64, Int8, Int16, Int32, Int64, Uint8, Uint16, Uint32, Uint64};
    let narrow: &[_] = match name {
        "ArgMax" | "ArgMin" => &[Int8, Int16, Uint8, Uint16],
        "ReduceMax" | "ReduceMin" => &[Int8, Uint8],
        _ => &[],
    };
    [narrow, &[Int32, Int64, Uint32, Uint64, Float16, Bfloat16, Float32, Float64]].concat()
}

/// In opset 20, in which integers have logarithms.
#[test]
fn every_reduction_of_every_type() {
    let shapes: [(&[usize], &[i64]); 4] =
        [(&[2, 3, 4], &[1]), (&[2, 3, 4], &[-1, 0]), (&[3, 2, 2, 2], &[0, 1, 3]), (&[7], &[0])];
    let (mut failures, mut count) = (Vec::new(), 0);
    for (name, function) in REDUCTIONS {
        let is_position = name.starts_with("Arg");
        for (shape, given) in shapes.iter().filter(|(_, given)| !is_position || given.len() == 1) {
            let x = numbers(shape);
            let mut reduced: Vec<_> = given.iter().map(|axis| axis.rem_euclid(x.ndim() as i64) as usize).collect();
            reduced.sort_unstable();
            let kept = rows(&x, &reduced, |list| vec![function(list)]);
            let squeezed = reduced.iter().rev().fold(kept.clone(), |kept, &axis| kept.index_axis_move(Axis(axis), 0));
            for (keeps, expected) in [(true, &kept), (false, &squeezed)] {
                let mut attributes = with([("keepdims", keeps.into())]);
                if is_position {
                    attributes.insert("axis", given[0]);
                }
                let operator = onnx(name, 20, &attributes);
                for element_type in types(name) {
                    let result_type = if is_position { ElementType::Int64 } else { element_type };
                    let (expected, rtol) = (of_type(result_type, expected), tolerance(result_type));
                    for layout in [x.clone(), in_f_order(&x)] {
                        let inputs = [of_type(element_type, &layout), axes(given)];
                        let inputs = if is_position { &inputs[..1] } else { &inputs };
                        count += 1;
                        if let Err(error) = check(&operator, inputs, &expected, rtol, rtol) {
                            failures.push(format!("{name} {element_type} {shape:?} {given:?} {keeps}: {error}"));
                        }
                    }
                }
            }
        }
    }
    report("reductions", count, &failures);
}

/// Standardised along axes: mean 0 and variance 1.
fn standard(x: &ArrayD<f64>, axes: &[usize], epsilon: f64) -> ArrayD<f64> {
    rows(x, axes, |list| {
        let mean = list.iter().sum::<f64>() / list.len() as f64;
        let variance = list.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / list.len() as f64;
        list.iter().map(|x| (x - mean) / (variance + epsilon).sqrt()).collect()
    })
}

fn softmax(list: &[f64]) -> Vec<f64> {
    let sum: f64 = list.iter().map(|x| x.exp()).sum();
    list.iter().map(|x| x.exp() / sum).collect()
}

type Inputs<'a> = Vec<&'a ArrayD<f64>>;

#[test]
fn every_normalisation_of_every_type() {
    let (mut failures, mut count) = (Vec::new(), 0);
    let x = numbers(&[2, 4, 3, 2]);
    let scale = numbers(&[4]);
    let bias = scale.mapv(|scale| 1.0 - scale);
    // Of shape (4, 1, 1), to stand for the channels.
    let channels = |v: &ArrayD<f64>| v.clone().into_shape_with_order(IxDyn(&[v.len(), 1, 1])).expect("as many");
    let affine = |y: ArrayD<f64>| y * channels(&scale) + channels(&bias);
    let grouped = |x: &ArrayD<f64>| {
        let split = x.clone().into_shape_with_order(IxDyn(&[2, 2, 2, 3, 2])).expect("as many");
        standard(&split, &[2, 3, 4], 1e-5).into_shape_with_order(x.raw_dim()).expect("as many")
    };
    let pair = ndarray::arr1(&[2.0, 3.0]).into_dyn();
    let (four, shifts) =
        (ndarray::arr1(&[2.0, 2.0, 3.0, 3.0]).into_dyn(), ndarray::arr1(&[3.0, 3.0, 2.0, 2.0]).into_dyn());
    let other = ndarray::arr1(&[3.0, 2.0]).into_dyn();
    let variance = scale.mapv(|scale| scale * scale);
    let batch = (&x - &channels(&bias)) / (channels(&variance) + 1e-5).mapv(f64::sqrt);
    let log = |list: &[f64]| softmax(list).into_iter().map(f64::ln).collect();
    let lp = |list: &[f64]| list.iter().map(|x| x / list.iter().sum::<f64>()).collect();
    let root = |list: &[f64]| list.iter().map(|x| x / list.iter().map(|x| x * x).sum::<f64>().sqrt()).collect();
    let rms = |list: &[f64]| {
        let mean = list.iter().map(|x| x * x).sum::<f64>() / list.len() as f64;
        list.iter().map(|x| x / (mean + 1e-5).sqrt()).collect()
    };
    let last = ndarray::arr1(&[2.0, -1.0]).into_dyn();
    let none = Attributes::new();
    let cases: [(&str, i64, Attributes, Inputs<'_>, ArrayD<f64>); 17] = [
        ("Softmax", 13, none.clone(), vec![&x], rows(&x, &[3], softmax)),
        ("Softmax", 13, with([("axis", 1.into())]), vec![&x], rows(&x, &[1], softmax)),
        ("Softmax", 11, none.clone(), vec![&x], rows(&x, &[1, 2, 3], softmax)),
        ("Softmax", 1, with([("axis", 2.into())]), vec![&x], rows(&x, &[2, 3], softmax)),
        ("LogSoftmax", 13, with([("axis", Attribute::Int(-2))]), vec![&x], rows(&x, &[2], log)),
        ("LpNormalization", 22, with([("p", 1.into()), ("axis", 0.into())]), vec![&x], rows(&x, &[0], lp)),
        ("LpNormalization", 1, none.clone(), vec![&x], rows(&x, &[3], root)),
        (
            "LayerNormalization",
            17,
            with([("axis", 2.into())]),
            vec![&x, &last, &pair],
            standard(&x, &[2, 3], 1e-5) * &last + &pair,
        ),
        ("LayerNormalization", 17, none.clone(), vec![&x, &last], standard(&x, &[3], 1e-5) * &last),
        ("RMSNormalization", 23, none.clone(), vec![&x, &last], rows(&x, &[3], rms) * &last),
        ("InstanceNormalization", 6, none.clone(), vec![&x, &scale, &bias], affine(standard(&x, &[2, 3], 1e-5))),
        ("GroupNormalization", 21, with([("num_groups", 2.into())]), vec![&x, &scale, &bias], affine(grouped(&x))),
        (
            "GroupNormalization",
            18,
            with([("num_groups", 2.into())]),
            vec![&x, &pair, &other],
            grouped(&x) * channels(&four) + channels(&shifts),
        ),
        ("BatchNormalization", 15, none.clone(), vec![&x, &scale, &bias, &bias, &variance], affine(batch.clone())),
        ("BatchNormalization", 9, none.clone(), vec![&x, &scale, &bias, &bias, &variance], affine(batch)),
        (
            "BatchNormalization",
            15,
            with([("training_mode", 1.into())]),
            vec![&x, &scale, &bias, &bias, &variance],
            affine(standard(&x, &[0, 2, 3], 1e-5)),
        ),
        ("MeanVarianceNormalization", 13, none, vec![&x], standard(&x, &[0, 2, 3], 0.0)),
    ];
    for (name, opset, attributes, inputs, expected) in &cases {
        let operator = onnx(name, *opset, attributes);
        for element_type in [ElementType::Float16, ElementType::Bfloat16, ElementType::Float32, ElementType::Float64] {
            if element_type == ElementType::Bfloat16 && *opset < 13
                || *opset == 1 && element_type != ElementType::Float32
            {
                continue;
            }
            // MeanVarianceNormalization adds 1e-9 to the deviation.
            let (expected, rtol) = (of_type(element_type, expected), tolerance(element_type).max(2e-9));
            for reverse in [false, true] {
                let arranged = |x: &ArrayD<f64>| if reverse { in_f_order(x) } else { x.clone() };
                let inputs: Vec<_> = inputs.iter().map(|input| of_type(element_type, &arranged(input))).collect();
                count += 1;
                if let Err(error) = check(&operator, &inputs, &expected, rtol, rtol) {
                    failures.push(format!("{name} (opset {opset}) {attributes:?} {element_type}: {error}"));
                }
            }
        }
    }
    report("normalisations", count, &failures);
}

/// Runs on arrays, and compares exactly.
fn gives(name: &str, opset: i64, attributes: &Attributes, inputs: &[Array], expected: impl Into<Array>) {
    if let Err(error) = check(&onnx(name, opset, attributes), inputs, &expected.into(), 0.0, 0.0) {
        panic!("{name} (opset {opset}) {attributes:?}: {error}");
    }
}

#[test]
fn integers_wrap_and_formulas_of_f64_are_clamped() {
    let none = Attributes::new();
    let wide = Array::from(array![i32::MAX, 1, i32::MAX, 1]);
    gives("ReduceSum", 13, &none, std::slice::from_ref(&wide), array![0_i32]);
    gives("ReduceProd", 18, &none, std::slice::from_ref(&wide), array![1_i32]);
    gives("ReduceSumSquare", 18, &none, std::slice::from_ref(&wide), array![4_i32]);
    gives("ReduceL2", 18, &none, &[wide], array![i32::MAX]);
    gives("ReduceL1", 18, &none, &[array![i64::MIN, 1].into()], array![i64::MIN + 1]);
    gives("ReduceSum", 13, &none, &[array![u64::MAX, 2].into()], array![1_u64]);
    gives("ReduceMean", 18, &none, &[array![-3_i32, -4].into()], array![-3_i32]);
    gives("ReduceLogSum", 18, &none, &[array![0_i32].into()], array![i32::MIN]);
}

#[test]
fn empty_sets() {
    let (flags, attributes) = (ArrayD::from_elem(IxDyn(&[2, 0]), true), with([("keepdims", 0.into())]));
    macro_rules! table {
        ($($T:ident: $($name:ident $expected:expr),*;)*) => {$($({
            let empty = Array::from(ArrayD::<$T>::from_elem(IxDyn(&[2, 0]), Default::default()));
            gives(stringify!($name), 20, &attributes, &[empty.clone(), axes(&[1])], array![$expected, $expected]);
            // Of an empty output no element is computed.
            let output = ArrayD::<$T>::from_elem(IxDyn(&[0]), Default::default());
            gives(stringify!($name), 20, &attributes, &[empty, axes(&[0])], output);
        })*)*};
    }
    table! {
        f32: ReduceSum 0.0_f32, ReduceMean f32::NAN, ReduceMax f32::NEG_INFINITY, ReduceMin f32::INFINITY, ReduceProd 1.0_f32,
            ReduceL1 0.0_f32, ReduceL2 0.0_f32, ReduceSumSquare 0.0_f32, ReduceLogSum f32::NEG_INFINITY, ReduceLogSumExp f32::NEG_INFINITY;
        f16: ReduceMax f16::NEG_INFINITY, ReduceLogSumExp f16::NEG_INFINITY;
        i32: ReduceSum 0_i32, ReduceMean 0_i32, ReduceMax i32::MIN, ReduceMin i32::MAX, ReduceProd 1_i32, ReduceLogSumExp i32::MIN;
        u8: ReduceMax 0_u8, ReduceMin 255_u8;
        bool: ReduceMax false, ReduceMin true;
    }
    gives("ReduceMax", 20, &attributes, &[Array::from(flags), axes(&[0])], ArrayD::from_elem(IxDyn(&[0]), false));
    let rows = Array::from(ArrayD::<f32>::zeros(IxDyn(&[2, 0])));
    for (name, opset) in [("Softmax", 13), ("LogSoftmax", 13), ("LpNormalization", 22)] {
        gives(name, opset, &Attributes::new(), std::slice::from_ref(&rows), ArrayD::<f32>::zeros(IxDyn(&[2, 0])));
    }
}

/// Without axes, all are reduced, or with `noop_with_empty_axes` none: then the rest of the formula remains.
#[test]
fn no_axes() {
    let x = Array::from(array![[1.0_f32, -2.0], [3.0, -4.0]]);
    let noop = with([("noop_with_empty_axes", 1.into()), ("keepdims", 0.into())]);
    gives("ReduceL1", 18, &noop, std::slice::from_ref(&x), array![[1.0_f32, 2.0], [3.0, 4.0]]);
    gives("ReduceSumSquare", 18, &noop, &[x.clone(), axes(&[])], array![[1.0_f32, 4.0], [9.0, 16.0]]);
    gives("ReduceMax", 18, &noop, std::slice::from_ref(&x), array![[1.0_f32, -2.0], [3.0, -4.0]]);
    gives("ReduceSum", 13, &with([("keepdims", 0.into())]), &[x.clone(), axes(&[])], arr0(-2.0_f32));
    gives("ReduceSum", 11, &with([("axes", vec![1_i64].into())]), std::slice::from_ref(&x), array![[-1.0_f32], [-1.0]]);
    gives("ReduceSum", 1, &Attributes::new(), &[x], array![[-2.0_f32]]);
    for attributes in [&noop, &Attributes::new()] {
        gives("ReduceSumSquare", 18, attributes, &[arr0(3.0_f32).into()], arr0(9.0_f32));
    }
}

#[test]
fn nan_and_infinities() {
    let none = Attributes::new();
    let (nan, infinity) = (f32::NAN, f32::INFINITY);
    gives("ReduceMax", 18, &none, &[array![1.0, nan, 2.0].into()], array![nan]);
    gives("ReduceLogSumExp", 18, &none, &[array![1.0, infinity].into()], array![infinity]);
    gives("ReduceLogSumExp", 18, &none, &[array![-infinity, -infinity].into()], array![-infinity]);
    gives("ReduceLogSumExp", 18, &none, &[array![1.0, nan].into()], array![nan]);
    gives("ReduceLogSumExp", 18, &none, &[array![-1e30_f32, -1e30].into()], array![-1e30_f32]);
    gives("Softmax", 13, &none, &[array![0.0, -infinity].into()], array![1.0_f32, 0.0]);
    gives(
        "LpNormalization",
        22,
        &none,
        &[array![[0.0_f32, 0.0], [3.0, 4.0]].into()],
        array![[0.0_f32, 0.0], [0.6, 0.8]],
    );
    let x = Array::from(array![[2.0, nan, 2.0, nan], [5.0, 1.0, 5.0, 1.0]]);
    let last = with([("axis", 1.into()), ("keepdims", 0.into()), ("select_last_index", 1.into())]);
    let first = with([("axis", 1.into()), ("keepdims", 0.into())]);
    gives("ArgMax", 13, &first, std::slice::from_ref(&x), array![1_i64, 0]);
    gives("ArgMax", 13, &last, std::slice::from_ref(&x), array![3_i64, 2]);
    gives("ArgMin", 13, &first, std::slice::from_ref(&x), array![1_i64, 1]);
    gives("ArgMin", 13, &last, std::slice::from_ref(&x), array![3_i64, 3]);
}

/// The outputs' types: those of the scale, of `stash_type`, and of the running mean.
#[test]
fn inputs_of_several_types() {
    let x = Array::from(array![[f16::from_f32(3.0), f16::from_f32(4.0)]]);
    let (half, single, double) = (f16::from_f32(1.0), array![1.0_f32, 1.0], array![1.0, 1.0]);
    let norm = 12.5_f64.sqrt();
    let rms = onnx("RMSNormalization", 23, &with([("epsilon", 0.0.into())]));
    let expected = array![[(3.0 / norm) as f32, (4.0 / norm) as f32]].into();
    check(&rms, &[x.clone(), single.clone().into()], &expected, 1e-6, 0.0).expect("`float32`, as the scale");
    check(&rms, &[x.clone(), double.clone().into()], &array![[3.0 / norm, 4.0 / norm]].into(), 1e-12, 0.0)
        .expect("`float64`, as the scale");
    let layer = onnx("LayerNormalization", 17, &with([("stash_type", 16.into())]));
    let means = layer.output(1).expect("it has three").run(&[x.clone(), array![half, half].into()]).expect("means");
    assert_eq!(means, Array::from(array![[bf16::from_f32(3.5)]]));
    // A difference that `float32` does not have.
    let close = Array::from(array![[1.0, 1.0 + 1e-12]]);
    let found =
        onnx("LayerNormalization", 17, &with([("epsilon", 0.0.into())])).run(&[close, double.into()]).expect("y");
    assert!(alike(&found, &array![[-1.0, 1.0]].into(), 1e-3, 0.0), "{found:?}");
    let training = with([("training_mode", 1.into()), ("momentum", 0.5.into())]);
    let batch = onnx("BatchNormalization", 15, &training);
    let inputs = [x, single.clone().into(), single.into(), array![1.0, 1.0].into(), array![1.0, 1.0].into()];
    let check_output = |index, expected: Array| {
        check(&batch.output(index).expect("it has three"), &inputs, &expected, 1e-6, 0.0).expect("as in the text");
    };
    check_output(0, array![[half, half]].into());
    check_output(1, array![2.0, 2.5].into());
    check_output(2, array![0.5, 0.5].into());
}

#[test]
fn rank_1_is_one_channel() {
    let one = || Array::from(array![1.0_f32]);
    let x = Array::from(array![1.0_f32, 3.0]);
    let exact = with([("epsilon", 0.0.into())]);
    gives("BatchNormalization", 15, &exact, &[x.clone(), one(), one(), one(), one()], array![1.0_f32, 3.0]);
    let training = with([("epsilon", 0.0.into()), ("training_mode", 1.into())]);
    let inputs = [x, one(), one(), one(), one()];
    gives("BatchNormalization", 15, &training, &inputs, array![0.0_f32, 2.0]);
    let mean = onnx("BatchNormalization", 15, &training).output(1).expect("it has three");
    check(&mean, &inputs, &array![1.1_f32].into(), 1e-6, 0.0).expect("0.9 * 1 + 0.1 * 2");
}

#[test]
fn views_of_any_strides() {
    let larger = numbers(&[4, 8, 6, 4]);
    let mut x: ArrayViewD<'_, f64> = larger.view();
    x.slice_each_axis_inplace(|_| Slice::from(..).step_by(-2));
    let view = [ArrayView::from(&x)];
    let copy = [Array::from(x.as_standard_layout().to_owned())];
    let ones = Array::from(array![1.0, 2.0, 3.0, 4.0]);
    let group = with([("num_groups", 2.into())]);
    for operator in [
        onnx("ReduceSum", 13, &Attributes::new()),
        onnx("ArgMax", 13, &with([("axis", 2.into()), ("select_last_index", 1.into())])),
        onnx("Softmax", 13, &with([("axis", 1.into())])),
    ] {
        assert_eq!(operator.run(&view).expect("a view"), operator.run(&copy).expect("a copy"), "{}", operator.name());
    }
    let operator = onnx("GroupNormalization", 21, &group);
    let of_view = operator.run(&[view[0].view(), ones.view(), ones.view()]).expect("a view");
    assert_eq!(of_view, operator.run(&[copy[0].view(), ones.view(), ones.view()]).expect("a copy"));
}
